"""The console's address as a QR code, for the page and for a terminal."""

import io

import segno


def qr_svg(text: str) -> str:
    """An SVG picture."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=6, border=2, dark="#000", light="#fff")
    return out.getvalue().decode()


def qr_text(text: str) -> str:
    """Half blocks for a terminal."""
    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True, border=2)
    return out.getvalue()
