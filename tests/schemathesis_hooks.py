"""Hooks for schemathesis; schemathesis.toml names this file."""

import uuid

import schemathesis


@schemathesis.hook
def before_call(context, case, **kwargs):
    """Makes each key unique, because the server refuses a key that was used for another request."""
    coverage = getattr(getattr(case.meta, "phase", None), "data", None)
    # Changing the headers would restore a token that this case omits on purpose.
    if (getattr(coverage, "parameter", None) or "").lower() == "authorization":
        return
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and 1 <= len(key) <= 200:
        case.headers["Idempotency-Key"] = key[:-1] + uuid.uuid4().hex + key[-1:]
