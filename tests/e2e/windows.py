"""The windows in which the page is tried, in pixels of its style sheets, and what does not fit into one."""

LARGE = {"width": 1440, "height": 900}
DESKTOP = {"width": 1280, "height": 800}
LAPTOP = {"width": 1366, "height": 768}
LOW_LAPTOP = {"width": 1280, "height": 720}
BARRED_LAPTOP = {"width": 1366, "height": 657}
"""What the bars of a browser leave of a laptop."""
LOWEST_LAPTOP = {"width": 1366, "height": 640}
TABLET = {"width": 820, "height": 1180}
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 640}
"""A small phone."""
NARROW = {"width": 320, "height": 640}
"""The narrowest phone."""
SHORTEST = {"width": 320, "height": 568}
"""The smallest phone."""
ZOOMED = {"width": 640, "height": 400}
"""A desktop at a zoom of 200 %."""
WIDE_ZOOMED = {"width": 720, "height": 450}
"""A larger one."""
SIDEWAYS = {"width": 844, "height": 390}
"""A phone held sideways."""

WIDER = "() => document.documentElement.scrollWidth - innerWidth"
TALLER = "() => document.documentElement.scrollHeight - innerHeight"
"""By how much a page scrolls."""
