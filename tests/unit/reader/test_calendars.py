"""Calendars: days, zones, alarms, and entries that repeat."""

from datetime import datetime

import pytest
from icalendar.prop import vRecur

from components import limits
from components.intake import ImportResult
from components.intake.read import read_together
from components.intake.repeated_days import is_always_met


def entry(*lines: str) -> str:
    return "\r\n".join(["BEGIN:VEVENT", "SUMMARY:A day", *lines, "END:VEVENT", ""])


def read_calendar(*entries: str) -> ImportResult:
    text = "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "".join(entries), "END:VCALENDAR", ""])
    return read_together([("calendar.ics", text.encode())])


@pytest.mark.parametrize(
    "line",
    [
        "X-WR-CALNAME:Desk diary\\, May",
        "NAME;LANGUAGE=en:Desk diary\\, May",
        "X-WR-CALNAME:Desk \r\n diary\\, May",
        'NAME;ALTREP="https://example.org/":Desk diary\\, May',
        "X-WR-CALNAME:Desk\\ndiary\\, May",
    ],
    ids=["as most write it", "RFC 7986", "folded", "a colon in a parameter", "a line break"],
)
def test_name_of_a_calendar_is_the_title_of_its_story(line):
    entries = entry("DTSTART;VALUE=DATE:20190223")
    text = "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", line, f"{entries}END:VCALENDAR", ""])
    found = read_together([("calendar.ics", text.encode())])
    assert found.dataset is not None, found.problems
    assert found.dataset.title == "Desk diary, May"


def dates_of(found: ImportResult) -> list[str]:
    assert found.dataset is not None, found.problems
    return sorted(str(event.date) for event in found.dataset.events.values())


def codes(found: ImportResult) -> set[str]:
    return {problem.code for problem in found.problems}


DATES = {
    "a day": (("DTSTART;VALUE=DATE:20190223",), "2019-02-23"),
    "one whole day": (("DTSTART;VALUE=DATE:20190223", "DTEND;VALUE=DATE:20190224"), "2019-02-23"),
    "whole days": (
        ("DTSTART;VALUE=DATE:20190226", "DTEND;VALUE=DATE:20190301"),
        "2019-02-26/2019-02-28",
    ),
    "days without their parameter": (
        ("DTSTART:20190226", "DTEND:20190301"),
        "2019-02-26/2019-02-28",
    ),
    "days with a zone": (
        ("DTSTART;VALUE=DATE;TZID=America/Bogota:20190226",
         "DTEND;VALUE=DATE;TZID=America/Bogota:20190301"),
        "2019-02-26/2019-02-28",
    ),
    "a duration of days": (
        ("DTSTART;VALUE=DATE:20190223", "DURATION:P2D"), "2019-02-23/2019-02-24"),
    "a duration of hours": (
        ("DTSTART:20190223T230000Z", "DURATION:PT2H"), "2019-02-23/2019-02-24"),
    "universal time": (("DTSTART:20190223T100000Z", "DTEND:20190223T120000Z"), "2019-02-23T10:00Z"),
    "to midnight": (("DTSTART:20190223T200000", "DTEND:20190224T000000"), "2019-02-23T20:00"),
    "a named zone": (("DTSTART;TZID=America/Bogota:20190222T180700",), "2019-02-22T18:07-05:00"),
    "summer time": (("DTSTART;TZID=Europe/Vienna:20190722T180700",), "2019-07-22T18:07+02:00"),
    "a zone of Windows": (
        ("DTSTART;TZID=SA Pacific Standard Time:20190222T180700",), "2019-02-22T18:07-05:00"),
    "a zone that nobody knows": (
        ('DTSTART;TZID="(UTC-05:00) Bogota, Lima":20190224T090500',), "2019-02-24T09:05"),
    "a zone before hours": (("DTSTART;TZID=America/Bogota:18800222T180700",), "1880-02-22T18:07"),
    "no zone": (("DTSTART:20190224T090500",), "2019-02-24T09:05"),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "date"), DATES.values(), ids=DATES)
def test_entry_is_on_the_days_that_it_says(lines: tuple[str, ...], date: str) -> None:
    assert dates_of(read_calendar(entry(*lines))) == [date]


def test_start_that_is_no_date_is_listed_as_undated() -> None:
    found = read_calendar(entry("DTSTART:20190230"), entry("DTSTART:20190223"))
    assert [row.title for row in found.undated] == ["A day"]


def test_alarm_is_no_part_of_its_entry() -> None:
    alarm = "BEGIN:VALARM\r\nDESCRIPTION:Wake up\r\nSUMMARY:Bell\r\nTRIGGER:-PT30M\r\nEND:VALARM"
    found = read_calendar(entry("DTSTART:20190223", alarm, "DESCRIPTION:True\\, and whole"))
    (event,) = found.dataset.events.values()
    assert (event.title, event.summary) == ("A day", "True, and whole")


def test_zone_that_a_file_defines_is_not_given_to_the_library() -> None:
    zone = (
        "BEGIN:VTIMEZONE\r\nTZID:Mine\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
        "RRULE:FREQ=SECONDLY\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\n"
        "END:VTIMEZONE\r\n"
    )
    found = read_calendar(zone, entry("DTSTART;TZID=Mine:20190223T100000"))
    assert dates_of(found) == ["2019-02-23T10:00"]


def test_texts_with_parameters_and_folded_lines_are_whole() -> None:
    lines = ('LOCATION;ALTREP="https://example.org/x":Ureña', "CATEGORIES:Politics,Border",
             "URL:https://example.org/a", "GEO:7.9;-72.5", "DESCRIPTION:One \r\n two")  # fmt: skip
    found = read_calendar(entry("DTSTART:20190223", *lines))
    (event,) = found.dataset.events.values()
    place = found.dataset.places[event.place_id]
    assert (place.name, place.lat, place.lon) == ("Ureña", 7.9, -72.5)
    assert found.dataset.categories[event.category].name == "Politics"
    assert event.summary == "One two"
    assert "columns_other" in codes(found)


def test_cancelled_entry_is_left_out_and_counted() -> None:
    found = read_calendar(entry("DTSTART:20190223", "STATUS:CANCELLED"), entry("DTSTART:20190224"))
    assert dates_of(found) == ["2019-02-24"]
    assert "entries_cancelled" in codes(found)


# Repeated entries ---------------------------------------------------------------------------------

RULES = {
    "a count": (("RRULE:FREQ=WEEKLY;COUNT=3",), ["2019-03-01", "2019-03-08", "2019-03-15"]),
    "an end": (("RRULE:FREQ=DAILY;UNTIL=20190303",), ["2019-03-01", "2019-03-02", "2019-03-03"]),
    "days left out": (
        ("RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE;VALUE=DATE:20190308"),
        ["2019-03-01", "2019-03-15"],
    ),
    "days besides": (
        ("RRULE:FREQ=WEEKLY;COUNT=2", "RDATE;VALUE=DATE:20190402"),
        ["2019-03-01", "2019-03-08", "2019-04-02"],
    ),
    "the last working day": (
        ("RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2",),
        ["2019-03-01", "2019-03-29", "2019-04-30"],
    ),
    "a day of the year": (
        ("RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1;COUNT=2",), ["2019-03-01", "2020-03-01"]),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "dates"), RULES.values(), ids=RULES)
def test_repeated_entry_is_an_event_on_each_of_its_days(
    lines: tuple[str, ...], dates: list[str]
) -> None:
    found = read_calendar(entry("UID:a", "DTSTART;VALUE=DATE:20190301", *lines))
    assert dates_of(found) == dates
    assert len(found.dataset.events) == len(dates)


def test_repeated_entry_keeps_its_hour_over_summer_time_and_its_length() -> None:
    found = read_calendar(
        entry(
            "DTSTART;TZID=Europe/Vienna:20190329T100000",
            "DTEND;TZID=Europe/Vienna:20190329T110000",
            "RRULE:FREQ=WEEKLY;COUNT=2",
        )
    )
    assert dates_of(found) == ["2019-03-29T10:00+01:00", "2019-04-05T10:00+02:00"]


def test_day_that_another_entry_replaces_is_there_once() -> None:
    found = read_calendar(
        entry("UID:a", "DTSTART:20190301T100000", "RRULE:FREQ=DAILY;COUNT=3"),
        entry("UID:a", "RECURRENCE-ID:20190302T100000", "DTSTART:20190305T120000"),
    )
    assert dates_of(found) == ["2019-03-01T10:00", "2019-03-03T10:00", "2019-03-05T12:00"]
    assert "id_twice" not in codes(found)


def test_day_that_is_cancelled_is_left_out() -> None:
    found = read_calendar(
        entry("UID:a", "DTSTART:20190301T100000", "RRULE:FREQ=DAILY;COUNT=2"),
        entry("UID:a", "RECURRENCE-ID:20190302T100000", "DTSTART:20190302T100000",
              "STATUS:CANCELLED"),
    )  # fmt: skip
    assert dates_of(found) == ["2019-03-01T10:00"]


def test_entry_that_repeats_without_end_is_shown_to_the_last_day_of_the_calendar() -> None:
    found = read_calendar(
        entry("DTSTART;VALUE=DATE:20190301", "RRULE:FREQ=YEARLY"),
        entry("DTSTART;VALUE=DATE:20210501"),
    )
    assert dates_of(found) == ["2019-03-01", "2020-03-01", "2021-03-01", "2021-05-01"]
    assert "repeats_endless" in codes(found)


def test_entry_that_repeats_too_often_is_cut_with_a_note() -> None:
    found = read_calendar(entry("DTSTART;VALUE=DATE:20190301", "RRULE:FREQ=DAILY;COUNT=5000"))
    assert len(found.dataset.events) == limits.files.MOST_OCCURRENCES
    assert "repeats_many" in codes(found)


UNREAD_RULES = {
    "every second": "FREQ=SECONDLY",
    "every hour": "FREQ=HOURLY;COUNT=3",
    "never": "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "a month that is none": "FREQ=YEARLY;BYMONTH=13",
    "an interval of nothing": "FREQ=DAILY;INTERVAL=0",
    "every second month in an odd one": "FREQ=MONTHLY;INTERVAL=2;BYMONTH=3;BYMONTHDAY=1",
    "the sixth Monday": "FREQ=MONTHLY;BYDAY=6MO",
    "a position without weekdays": "FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=2",
    "a weekday on a day of the month": "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    "a week of the year": "FREQ=YEARLY;BYWEEKNO=20",
}


@pytest.mark.parametrize("rule", UNREAD_RULES.values(), ids=UNREAD_RULES)
def test_rule_that_may_have_no_next_day_is_not_read_and_reported(rule: str) -> None:
    found = read_calendar(entry("DTSTART;VALUE=DATE:20190301", f"RRULE:{rule}"))
    assert dates_of(found) == ["2019-03-01"]
    assert "repeats_unread" in codes(found)


MET_RULES = (
    "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
    "FREQ=MONTHLY;BYDAY=2SU",
    "FREQ=MONTHLY;BYDAY=SU;BYSETPOS=2",
    "FREQ=MONTHLY;BYMONTHDAY=31",
    "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
    "FREQ=YEARLY;INTERVAL=4",
)


@pytest.mark.parametrize("rule", MET_RULES)
def test_rule_that_people_make_is_read(rule: str) -> None:
    assert is_always_met(vRecur.from_ical(rule), datetime(2019, 3, 1))


# Limits -------------------------------------------------------------------------------------------

HARMFUL = {
    "entries": ("BEGIN:VEVENT\n" * (limits.files.MOST_ENTRIES + 1), "rows_many"),
    "characters": (
        "BEGIN:VEVENT\nSUMMARY:" + "x" * limits.files.MOST_ENTRY_CHARACTERS, "characters_many"),
    "properties": (
        "BEGIN:VEVENT\n" + "SUMMARY:x\n" * (limits.files.MOST_PROPERTIES + 1), "rows_many"),
    "rules": (
        "BEGIN:VEVENT\nRRULE:BYDAY=" + "1MO," * (limits.files.MOST_RULE_CHARACTERS // 4),
        "characters_many",
    ),
    "folded lines": (
        "BEGIN:VEVENT\nSUMMARY:x\n" + " x\n" * limits.files.MOST_ENTRY_LINES,
        "rows_many",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "code"), HARMFUL.values(), ids=HARMFUL)
def test_calendar_that_would_take_the_library_long_is_refused(text: str, code: str) -> None:
    found = read_together([("calendar.ics", text.encode())])
    assert found.dataset is None
    assert code in codes(found)


def test_days_of_repeated_entries_are_rows_that_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits.files, "MOST_ROWS", 100)
    found = read_calendar(*[entry("DTSTART:20190301", "RRULE:FREQ=DAILY;COUNT=60")] * 2)
    assert codes(found) == {"rows_many"}


def test_days_of_all_entries_that_repeat_are_bounded_with_a_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits.files, "MOST_REPEATED_DAYS", 10)
    rule = "RRULE:FREQ=DAILY;COUNT=9"
    found = read_calendar(*(entry(f"UID:{uid}", "DTSTART:20190301", rule) for uid in "abc"))
    assert len(found.dataset.events) == 9 + 1 + 1
    assert "repeats_many" in codes(found)


def test_entry_without_an_end_goes_to_the_next_one() -> None:
    text = "BEGIN:VEVENT\nSUMMARY:A\nDTSTART:20190301\nBEGIN:VEVENT\nSUMMARY:B\nDTSTART:20190302\n"
    found = read_together([("calendar.ics", text.encode())])
    assert dates_of(found) == ["2019-03-01", "2019-03-02"]
