"""Figures that a reader may check, and the groups in which claims must stand beside each.

Of each: the number as it is typed in English and in Spanish, what else is chosen, and some of the
claims of each group by the end of their id; ``-`` before a group says that they are not in it.
"""

from __future__ import annotations

from datetime import date
from typing import Any

Case = tuple[str, str, dict[str, Any], dict[str, str]]

#: How a figure is said, by the choice of the form.
MORE, LEAST, FEWER, MOST = (
    {"said": said} for said in ("more_than", "at_least", "less_than", "up_to")
)
ABOUT, NEARLY = {"said": "about"}, {"said": "nearly"}
ARRIVED, STILL, EXPELLED = (
    {"measure": measure} for measure in ("arrivals", "still-present", "expelled")
)
HOTELS, TIME, FORCE = ({"measure": measure} for measure in ("hotels", "duration", "force-size"))
SOLDIERS = {"population": "soldiers"}
FEB_23, FEB_27 = {"day": date(2019, 2, 23)}, {"day": date(2019, 2, 27)}

CASES: tuple[Case, ...] = (
    # "Not more than 500 soldiers fled", "no llegaron más de 500 militares", "a lo sumo 500".
    ("500", "500", MOST | ARRIVED | SOLDIERS,
     {"includes": "arrivals-2019-02-26-320", "-same": "arrivals-2019-02-28-500",
      "-includes": "arrivals-2019-02-28-500", "otherwise": "arrivals-2019-02-28-500"}),
    ("500", "500", MOST, {"-includes": "arrivals-2019-02-28-500"}),
    ("500", "500", FEWER | ARRIVED,
     {"includes": "arrivals-2019-02-26-411", "-includes": "arrivals-2019-02-28-500"}),
    ("500", "500", MORE,
     {"same": "arrivals-2019-02-28-500", "includes": "arrivals-2019-02-27-567",
      "otherwise": "arrivals-2019-02-26-411"}),
    ("500", "500", LEAST | ARRIVED,
     {"includes": "arrivals-2019-02-28-500 arrivals-2019-02-27-567"}),
    ("500", "500", ARRIVED, {"otherwise": "arrivals-2019-02-28-500"}),
    # "109 were not expelled" is no figure of its own: 109 is checked.
    ("109", "109", EXPELLED,
     {"same": "expelled-109", "includes": "expelled-100-more-than",
      "another": "expelled-116 expelled-109-more-than"}),
    ("116", "116", {},
     {"same": "expelled-116", "includes": "expelled-109-more-than", "another": "expelled-109"}),
    ("109", "109", MORE | EXPELLED, {"same": "expelled-109-more-than", "includes": "expelled-116"}),
    # "Seven hotels" beside three, five and nine.
    ("7", "7", HOTELS,
     {"same": "hotels-seven", "otherwise": "hotels-three hotels-five hotels-nine"}),
    ("3", "3", HOTELS, {"same": "hotels-three hotels-three-17-may", "otherwise": "hotels-seven"}),
    ("5", "5", HOTELS | {"population": "soldiers-and-police"}, {"same": "hotels-five"}),
    ("4", "4", HOTELS, {"otherwise": "hotels-three hotels-five"}),
    # "14 years" beside eight and ten of other people; "3 months" beside a mayor's 14.
    ("14", "14", TIME, {"otherwise": "mora-eight-years sergeant-decade"}),
    ("3", "3", TIME, {"otherwise": "munoz-14-months"}),
    ("8", "8", TIME, {"same": "mora-eight-years stay-eight-days", "otherwise": "sergeant-decade"}),
    # "Cerca de mil … llegaron" beside 1,400 of another day.
    ("1,000", "1.000", ABOUT | ARRIVED,
     {"same": "arrivals-2019-03-18-about-1000", "includes": "arrivals-2019-03-17-nearly-1000",
      "otherwise": "arrivals-2019-04-29-1400"}),
    ("1000", "1000", NEARLY | ARRIVED | SOLDIERS,
     {"same": "arrivals-2019-03-17-nearly-1000", "includes": "arrivals-2019-03-21-headline-1000",
      "otherwise": "arrivals-2019-03-17-public-force"}),
    ("1 thousand", "1 mil", ARRIVED,
     {"same": "arrivals-2019-03-21-headline-1000", "includes": "arrivals-2019-03-18-about-1000"}),
    # "1.2 million Venezuelans arrived".
    ("1.2 million", "1,2 millones", {}, {"same": "migrants-1200000", "-otherwise": "bridge-14"}),
    ("1,200,000", "1.200.000", {"population": "migrants"}, {"same": "migrants-1200000"}),
    # A sentence with a day: that day's figures are shown first.
    ("567", "567", FEB_23,
     {"another": "arrivals-2019-02-23-60 arrivals-2019-02-23-61",
      "includes": "arrivals-2019-02-23-60-more", "otherwise": "arrivals-2019-02-27-567"}),
    ("58", "58", FEB_23,
     {"another": "arrivals-2019-02-23-60 arrivals-2019-02-23-60-more arrivals-2019-02-23-61"}),
    ("60", "60", FEB_23 | ARRIVED,
     {"same": "arrivals-2019-02-23-60",
      "another": "arrivals-2019-02-23-60-more arrivals-2019-02-23-61",
      "otherwise": "arrivals-2019-02-27-567"}),
    ("60", "60", FEB_27 | ARRIVED, {"otherwise": "arrivals-2019-02-23-60"}),
    ("567", "567", FEB_27, {"same": "arrivals-2019-02-27-567"}),
    ("567", "567", {}, {"same": "arrivals-2019-02-27-567", "includes": "arrivals-2019-02-28-500",
                        "otherwise": "arrivals-2019-02-26-411 arrivals-2019-04-29-1400"}),
    ("567", "567", SOLDIERS, {"otherwise": "arrivals-2019-02-27-567"}),
    ("567", "567", {"population": "soldiers-and-police"}, {"same": "arrivals-2019-02-27-567"}),
    # A region and its days.
    ("415", "415", {}, {"same": "region-2019-02-27-oriente",
                        "otherwise": "region-2019-02-26-oriente"}),
    ("328", "328", {"region": "oriente"}, {"same": "region-2019-02-26-oriente",
                                           "otherwise": "region-2019-02-27-oriente"}),
    ("400", "400", {"region": "oriente"}, {"otherwise": "region-2019-02-27-oriente"}),
    ("26", "26", {"region": "oriente"}, {"otherwise": "region-2019-02-26-guajira"}),
    # Figures of other things.
    ("1,400", "1.400", {}, {"same": "arrivals-2019-04-24-1400 arrivals-2019-05-14-1400",
                            "includes": "arrivals-2019-04-29-1400",
                            "otherwise": "arrivals-2019-05-07-1400"}),
    ("1,400", "1.400", MORE, {"same": "arrivals-2019-05-07-1400"}),
    ("800", "800", STILL, {"includes": "remain-800-npr", "otherwise": "remain-800-vice"}),
    ("1,500", "1.500", FEWER, {"same": "remain-washington-post-1500"}),
    ("95,000", "95.000", {"said": "range", "to": 150_000},
     {"same": "force-95000-150000", "another": "force-365315-afp"}),
    ("100,000", "100.000", FORCE, {"includes": "force-95000-150000",
                                   "otherwise": "force-160000"}),
    ("670", "670", MORE | {"population": "relatives"}, {"same": "relatives-2019-05-07-670",
                                                        "otherwise": "relatives-2019-03-18-400"}),
    ("90", "90", MOST | {"measure": "share"}, {"same": "share-oppose-up-to-90"}),
    # Nobody gave it, and it is not said what is counted.
    ("77,777", "77.777", {}, {"-includes": "arrivals-2019-05-07-1400",
                              "-otherwise": "arrivals-2019-02-27-567"}),
)  # fmt: skip
