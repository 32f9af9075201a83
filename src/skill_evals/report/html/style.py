"""The page's own style, in light and dark."""

STYLE = """
:root {
  color-scheme: light dark;
  --ink: #1f2328; --dim: #59636e; --line: #d1d9e0; --paper: #fff; --shade: #f6f8fa;
  --good: 26 127 55; --bad: 209 36 47; --warn: 154 103 0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #f0f6fc; --dim: #9198a1; --line: #3d444d; --paper: #0d1117; --shade: #151b23;
    --good: 63 185 80; --bad: 248 81 73; --warn: 210 153 34;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 1080px; padding: 24px;
  background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif;
}
h1 { font-size: 24px; margin: 0 0 4px; }
h2 { font-size: 18px; margin: 32px 0 8px; }
h3 { font-size: 15px; margin: 16px 0 4px; }
code, pre { font: 13px/1.45 ui-monospace, monospace; background: var(--shade); }
code { border-radius: 4px; padding: 1px 4px; overflow-wrap: anywhere; }
pre { border-radius: 6px; padding: 10px; overflow-x: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 8px 0; }
th, td { border: 1px solid var(--line); padding: 4px 10px; text-align: left; vertical-align: top; }
th { background: var(--shade); font-weight: 600; }
details { border: 1px solid var(--line); border-radius: 6px; margin: 8px 0; padding: 6px 12px; }
summary { cursor: pointer; overflow-wrap: anywhere; }
blockquote { border-left: 3px solid var(--line); color: var(--dim); margin: 6px 0; padding: 0 12px; }
.dim { color: var(--dim); font-weight: normal; }
.verdict { border-left: 6px solid; background: var(--shade); border-radius: 6px; padding: 8px 16px; margin: 16px 0; }
.verdict p { margin: 4px 0; }
.good { border-color: rgb(var(--good)); }
.bad { border-color: rgb(var(--bad)); }
.warn { border-color: rgb(var(--warn)); }
.matrix code { white-space: nowrap; }
.matrix tbody th { min-width: 150px; position: sticky; left: 0; }
.matrix td { text-align: right; min-width: 56px; }
td.hit { background: rgb(var(--good) / .25); }
td.miss { background: rgb(var(--bad) / .25); }
td.none { color: var(--dim); }
footer { margin-top: 40px; color: var(--dim); border-top: 1px solid var(--line); padding-top: 8px; }
"""
