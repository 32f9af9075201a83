"""What `make demo` shows of a comment in a terminal: nothing of it is lost with the HTML that GitHub renders."""

from tools.demo import as_text

COMMENT = """| case | base&nbsp;→&nbsp;head | what happened |
| --- | --- | --- |
| ❌ `tea` | 1/1 →&nbsp;0/1 | broken<br>head: the words `a`, `b` point at coffee |

<details><summary>Why <code>a &lt; b</code> broke</summary>

**Head:** called `coffee`

</details>
"""


def test_breaks_and_titles_survive_without_html() -> None:
    text = as_text(COMMENT)
    assert "| broken – head: the words `a`, `b` point at coffee |" in text
    assert "**Why `a < b` broke:**\n\n**Head:** called `coffee`\n" in text
    assert "<" not in text.replace("a < b", "")
