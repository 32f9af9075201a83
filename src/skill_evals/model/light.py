"""``light``: a dataclass that is made cheaply, as a class and as an object, and is frozen for the type checker only.

``dataclasses`` writes and compiles six methods for every frozen class, which for the nouns of lint was a third of its
start; and every field of a frozen object goes through ``object.__setattr__``, which takes three times as long as making
a plain one. Here only ``__init__`` is compiled, when the first object is made; comparing, hashing and printing are
shared and work on the same fields. ``dataclasses`` itself, which loads ``inspect``, is loaded for whoever asks for the
fields of a class as that module has them. Whoever writes to a field is refused by mypy, and in Python's development
mode (``-X dev``) also at run time. docs/decisions/lint-speed.md has the numbers.

``field`` and ``replace`` are those of ``dataclasses`` for such classes.
"""

# ruff: noqa: ANN001, ANN003, ANN201, ANN202, ANN204, SLF001 -- mypy reads the other branch, which is typed

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.flags.dev_mode:
    from dataclasses import dataclass as light
    from dataclasses import field, replace
else:
    _MISSING = object()
    _FIELDS = "__dataclass_fields__"
    """Where ``dataclasses`` looks for the fields of a class."""

    class _Field:
        __slots__ = ("compare", "default", "default_factory", "init", "repr")

        def __init__(self, *, default, default_factory, init, repr, compare):  # noqa: A002 -- as ``dataclasses.field``
            self.default = default
            self.default_factory = default_factory
            self.init = init
            self.repr = repr
            self.compare = compare

    def field(*, default=_MISSING, default_factory=_MISSING, init=True, repr=True, compare=True):  # noqa: A002 -- its names
        return _Field(default=default, default_factory=default_factory, init=init, repr=repr, compare=compare)

    def light(*, frozen, kw_only, slots=False):
        """As ``dataclass``; what is declared frozen can be hashed."""
        if not kw_only:
            raise TypeError("nouns take their fields by name")

        def make(cls: type) -> type:
            own = {name: _field_of(cls, name) for name in cls.__annotations__}
            for name, one in own.items():
                if isinstance(cls.__dict__.get(name), _Field):
                    if one.default is _MISSING:
                        delattr(cls, name)
                    else:
                        setattr(cls, name, one.default)
            made = _slotted(cls, tuple(own)) if slots else cls
            made._light = own
            made.__init__ = _first_init(made, own)
            made.__eq__ = _equal
            made.__hash__ = _hashed if frozen else None
            made.__repr__ = _printed
            setattr(made, _FIELDS, _FieldsOnDemand(cls, own))
            return made

        return make

    def _field_of(cls, name):
        default = getattr(cls, name, _MISSING)
        if isinstance(default, _Field):
            return default
        if hasattr(default, "default_factory") and hasattr(default, "kw_only"):
            raise TypeError(f"{cls.__qualname__}.{name}: take `field` from {__name__}, not from dataclasses")
        return field(default=default)

    def _slotted(cls, names):
        members = {key: value for key, value in cls.__dict__.items() if key not in (*names, "__dict__", "__weakref__")}
        made = type(cls)(cls.__name__, cls.__bases__, {**members, "__slots__": names})
        made.__qualname__ = cls.__qualname__
        return made

    def _first_init(cls, own):
        """An ``__init__`` that writes the real one and makes way for it."""

        def first(noun, **given):
            cls.__init__ = _init(own)
            cls.__init__(noun, **given)

        return first

    def _init(own):
        known, taken, lines = {"_MISSING": _MISSING}, [], []
        for name, one in own.items():
            if one.default_factory is not _MISSING:
                known[f"_make_{name}"] = one.default_factory
                made = f"_make_{name}()"
                lines.append(f"self.{name} = {f'{made} if {name} is _MISSING else {name}' if one.init else made}")
                default = "=_MISSING"
            else:
                known[f"_default_{name}"] = one.default
                lines.append(f"self.{name} = {name if one.init else f'_default_{name}'}")
                default = "" if one.default is _MISSING else f"=_default_{name}"
            if one.init:
                taken.append(name + default)
        star = "*, " if taken else ""
        text = f"def __init__(self, {star}{', '.join(taken)}):\n " + "\n ".join(lines or ["pass"])
        exec(text, known)  # noqa: S102 -- names of fields, as ``dataclasses`` does it
        return known["__init__"]

    class _FieldsOnDemand:
        """``dataclasses.Field`` by name, made when somebody asks with that module's functions."""

        def __init__(self, cls, own):
            self._cls, self._own = cls, own

        def __get__(self, _noun, owner):
            import dataclasses

            members = {"__annotations__": self._cls.__annotations__, "__module__": self._cls.__module__}
            for name, one in self._own.items():
                options = {"init": one.init, "repr": one.repr, "compare": one.compare}
                if one.default is not _MISSING:
                    options["default"] = one.default
                if one.default_factory is not _MISSING:
                    options["default_factory"] = one.default_factory
                members[name] = dataclasses.field(**options)
            twin = dataclasses.dataclass(eq=False, repr=False, kw_only=True)(type(self._cls.__name__, (), members))
            setattr(owner, _FIELDS, getattr(twin, _FIELDS))
            return getattr(twin, _FIELDS)

    def replace(noun, /, **changes):
        own = getattr(type(noun), "_light", None)
        if own is None:
            import dataclasses

            return dataclasses.replace(noun, **changes)
        kept = {name: getattr(noun, name) for name, one in own.items() if one.init and name not in changes}
        return type(noun)(**kept, **changes)

    def _values(noun):
        return tuple([getattr(noun, name) for name, one in type(noun)._light.items() if one.compare])

    def _equal(noun, other):
        return _values(noun) == _values(other) if type(other) is type(noun) else NotImplemented

    def _hashed(noun):
        return hash(_values(noun))

    def _printed(noun):
        shown = ", ".join([f"{name}={getattr(noun, name)!r}" for name, one in type(noun)._light.items() if one.repr])
        return f"{type(noun).__qualname__}({shown})"


__all__ = ["field", "light", "replace"]
