"""Makes inter.woff2, the one font file that Rede serves, from the Latin file of @fontsource-variable/inter.

Run it again when that package changes, and commit the result:

    python3 -m venv /tmp/fonts && /tmp/fonts/bin/pip install fonttools==4.68.0 brotli==1.2.1
    /tmp/fonts/bin/python web/src/ui/inter/subset.py

Also prints how far fallback fonts are from it, for `size-adjust` in typeface.css, where fonts to compare with are named:

    /tmp/fonts/bin/python web/src/ui/inter/subset.py LiberationSans-Regular.ttf LiberationSans-Bold.ttf
"""

import sys
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

here = Path(__file__).parent
source = here.parents[3] / "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"
target = here / "inter.woff2"

# The weights of the design tokens.
weights = (400, 650)

letters = [
    *range(0x20, 0x7F),
    *range(0xA0, 0xAD),
    *range(0xAE, 0x100),
    *(0x0152, 0x0153, 0x2122, 0x20AC),
    # Accents of their own, which names from other systems bring.
    *(0x0300, 0x0301, 0x0302, 0x0303, 0x0308, 0x0327),
    # Spaces, dashes, quotes, bullet, ellipsis, primes.
    *(0x2002, 0x2009, 0x202F, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E),
    *(0x2022, 0x2026, 0x2032, 0x2033, 0x2039, 0x203A),
    # Arrows and minus.
    *(0x2190, 0x2191, 0x2192, 0x2193, 0x2212),
]

# Drawn in the font, but only reached through ligatures or under another code.
glyph_names = {0x2190: "arrowleft", 0x2192: "arrowright", 0x202F: "uni2009", 0x0302: "uni0302", 0x0327: "uni0327"}


def main() -> None:
    font = reloaded(instantiateVariableFont(TTFont(source), {"wght": weights}))
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update(glyph_names)
    leave_words_alone(font)
    options = Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "tnum"]
    options.hinting = False
    options.flavor = "woff2"
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    missing = [hex(letter) for letter in letters if letter not in font.getBestCmap()]
    assert not missing, f"not in the font: {missing}"
    font.flavor = "woff2"
    font.save(target)
    print(f"{target.name}: {target.stat().st_size} bytes, {len(font.getGlyphOrder())} glyphs")
    for file in sys.argv[1:]:
        compare(Path(file))


def reloaded(font: TTFont) -> TTFont:
    """Without tables of glyphs that the instancer left half empty."""
    buffer = BytesIO()
    font.flavor = None
    font.save(buffer)
    return TTFont(buffer)


def leave_words_alone(font: TTFont) -> None:
    """Inter's `tnum` widens hyphens too. Without them it can be on everywhere, in sentences as in tables."""
    layout = font["GSUB"].table
    for record in layout.FeatureList.FeatureRecord:
        if record.FeatureTag != "tnum":
            continue
        for index in record.Feature.LookupListIndex:
            for subtable in layout.LookupList.Lookup[index].SubTable:
                substitution = getattr(subtable, "ExtSubTable", subtable)
                for name in ("hyphen", "asterisk", "asciitilde"):
                    substitution.mapping.pop(name, None)


# How often letters come in the product's text, roughly: a Portuguese sentence with names and figures.
sample = (
    "A rede encomendou 26 488,60 € até dia 22, mais 8,2 % do que nos mesmos 22 dias de outubro. Ana Cristina Brito "
    "Oliveira, Manuel de Carvalho e Rita Peixoto: Valor Encomendas, Valor por pagar, Código Upline IK1143, IK1002."
)


def compare(file: Path) -> None:
    """Prints the overrides that make `file` take the room of the nearest weight of Inter."""
    other = TTFont(file)
    weight = 400 if other["OS/2"].usWeightClass < 550 else 650
    inter = instantiateVariableFont(TTFont(target), {"wght": weight})
    adjust = width(inter) / width(other)
    hhea, em = inter["hhea"], inter["head"].unitsPerEm
    ascent, descent = hhea.ascent / em / adjust, -hhea.descent / em / adjust
    print(f"{file.name} ({weight}): size-adjust {adjust:.2%}; ascent {ascent:.2%}; descent {descent:.2%}; line gap 0%")


def width(font: TTFont) -> float:
    """Of the sample, in em."""
    cmap, widths = font.getBestCmap(), font["hmtx"]
    return sum(widths[cmap[ord(letter)]][0] for letter in sample) / font["head"].unitsPerEm


main()
