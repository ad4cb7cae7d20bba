"""Named in schemathesis.toml."""

import uuid

import schemathesis


@schemathesis.hook
def before_call(context, case, **kwargs):
    """A key belongs to one request: reused for another it is refused, as it should be."""
    coverage = getattr(getattr(case.meta, "phase", None), "data", None)
    # Writing to the headers would bring back a token that is left out on purpose.
    if (getattr(coverage, "parameter", None) or "").lower() == "authorization":
        return
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and 1 <= len(key) <= 200:
        case.headers["Idempotency-Key"] = key[:-1] + uuid.uuid4().hex + key[-1:]
