"""Between the names of GraphQL and those of Python."""

from __future__ import annotations

from dataclasses import field, fields
from typing import Any, Dict, Mapping, Optional, Tuple


def named(name: str, parsed: Optional[type] = None) -> Any:
    """A field of a class: its name in GraphQL, and the class of its value or of the elements of its list."""
    return field(metadata={"name": name, "parsed": parsed})


def parse(kind: type, value: Any) -> Any:
    """An object of this class from an object of a response; from a list, a list of them."""
    if value is None:
        return None
    if isinstance(value, list):
        return [parse(kind, element) for element in value]
    return kind(**{one.name: _value(one.metadata, value) for one in fields(kind)})


def _value(metadata: Mapping[str, Any], parent: Mapping[str, Any]) -> Any:
    value = parent.get(metadata["name"])
    return value if metadata["parsed"] is None else parse(metadata["parsed"], value)


Inputs = Mapping[str, Mapping[str, Tuple[str, Optional[str]]]]


def to_graphql(inputs: Inputs, kind: str, given: Mapping[str, Any]) -> Dict[str, Any]:
    """An input with the names of GraphQL. Raises TypeError for what is none, and for a field that the input does not have."""
    if not isinstance(given, Mapping):
        raise TypeError(f"{kind} is a dict with {', '.join(inputs[kind])}, not {type(given).__name__}")
    known = inputs[kind]
    result = {}
    for key, value in given.items():
        if key not in known:
            raise TypeError(f"{kind} has no field {key}; it has {', '.join(known)}")
        name, nested = known[key]
        result[name] = value if nested is None else _nested(inputs, nested, value)
    return result


def _nested(inputs: Inputs, kind: str, value: Any) -> Any:
    """The value of a field that is an input, or a list of them."""
    if value is None:
        return None
    if isinstance(value, (list, tuple)):
        return [_nested(inputs, kind, element) for element in value]
    return to_graphql(inputs, kind, value)
