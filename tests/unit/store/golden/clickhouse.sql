-- count
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        ' '
      ),
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '')
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN formatDateTime("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."category"), '') AS "kind",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."region"), '') AS "region",
    COALESCE(
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."source"), ''),
      CAST(NULL AS Nullable(String))
    ) AS "source",
    CAST(NULL AS Nullable(String)) AS "place",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lat",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lon",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '') AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    LOWER(
      translate(
        COALESCE(nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), ''), ''),
        'áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ',
        'aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY'
      )
    ) AS "words"
  FROM "events" AS "t0"
)
SELECT
  COUNT(*) AS "count"
FROM (
  SELECT
    "t2"."key" AS "key",
    "t2"."first" AS "first",
    "t2"."last" AS "last",
    "t2"."first_month" AS "first_month",
    "t2"."last_month" AS "last_month",
    "t2"."sure" AS "sure",
    "t2"."edtf" AS "edtf",
    "t2"."kind" AS "kind",
    "t2"."region" AS "region",
    CONCAT(CONCAT(';', replaceRegexpAll("t2"."source", '\\s*;\\s*', ';')), ';') AS "source",
    "t2"."place" AS "place",
    "t2"."lat" AS "lat",
    "t2"."lon" AS "lon",
    CASE
      WHEN isNotNull("t2"."lat")
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR((
            (
              "t2"."lon" + 180
            ) / 360
          ) * 4096) AS Nullable(Int64))
        )
      )
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "x",
    CASE
      WHEN isNotNull("t2"."lat")
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR(
            (
              (
                1 - (
                  LN(
                    TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) + SQRT(
                      (
                        TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) * TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat"))))
                      ) + 1
                    )
                  ) / 3.141592653589793
                )
              ) / 2
            ) * 4096
          ) AS Nullable(Int64))
        )
      )
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "y",
    "t2"."title" AS "title",
    "t2"."summary" AS "summary",
    "t2"."url" AS "url",
    "t2"."words" AS "words"
  FROM "as_events" AS "t2"
  WHERE
    "t2"."first" <= "t2"."last" AND isNotNull("t2"."title")
) AS "t3";

-- filtered
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        ' '
      ),
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '')
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN formatDateTime("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."category"), '') AS "kind",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."region"), '') AS "region",
    COALESCE(
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."source"), ''),
      CAST(NULL AS Nullable(String))
    ) AS "source",
    CAST(NULL AS Nullable(String)) AS "place",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lat",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lon",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '') AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    LOWER(
      translate(
        COALESCE(nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), ''), ''),
        'áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ',
        'aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY'
      )
    ) AS "words"
  FROM "events" AS "t0"
)
SELECT
  COUNT(*) AS "count"
FROM (
  SELECT
    "t2"."key" AS "key",
    "t2"."first" AS "first",
    "t2"."last" AS "last",
    "t2"."first_month" AS "first_month",
    "t2"."last_month" AS "last_month",
    "t2"."sure" AS "sure",
    "t2"."edtf" AS "edtf",
    "t2"."kind" AS "kind",
    "t2"."region" AS "region",
    CONCAT(CONCAT(';', replaceRegexpAll("t2"."source", '\\s*;\\s*', ';')), ';') AS "source",
    "t2"."place" AS "place",
    "t2"."lat" AS "lat",
    "t2"."lon" AS "lon",
    CASE
      WHEN isNotNull("t2"."lat")
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR((
            (
              "t2"."lon" + 180
            ) / 360
          ) * 4096) AS Nullable(Int64))
        )
      )
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "x",
    CASE
      WHEN isNotNull("t2"."lat")
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR(
            (
              (
                1 - (
                  LN(
                    TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) + SQRT(
                      (
                        TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) * TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat"))))
                      ) + 1
                    )
                  ) / 3.141592653589793
                )
              ) / 2
            ) * 4096
          ) AS Nullable(Int64))
        )
      )
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "y",
    "t2"."title" AS "title",
    "t2"."summary" AS "summary",
    "t2"."url" AS "url",
    "t2"."words" AS "words"
  FROM "as_events" AS "t2"
  WHERE
    "t2"."first" <= "t2"."last"
    AND isNotNull("t2"."title")
    AND "t2"."first" <= toDate('2019-05-31')
    AND "t2"."last" >= toDate('2019-01-01')
    AND "t2"."kind" IN ('Protest')
    AND "t2"."region" IN ('Norte d''Oeste')
    AND position(
      CONCAT(CONCAT(';', replaceRegexpAll("t2"."source", '\\s*;\\s*', ';')), ';'),
      ';Wire;'
    ) > 0
    AND position("t2"."words", 'o''brien\\''') > 0
    AND position("t2"."words", 'or') > 0
    AND position("t2"."words", '1=1') > 0
    AND position("t2"."words", '--') > 0
    AND position("t2"."words", '%s') > 0
    AND position("t2"."words", '";') > 0
    AND position("t2"."words", '`') > 0
) AS "t3";

-- bins
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        ' '
      ),
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '')
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN formatDateTime("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."category"), '') AS "kind",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."region"), '') AS "region",
    COALESCE(
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."source"), ''),
      CAST(NULL AS Nullable(String))
    ) AS "source",
    CAST(NULL AS Nullable(String)) AS "place",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lat",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lon",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '') AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    LOWER(
      translate(
        COALESCE(nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), ''), ''),
        'áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ',
        'aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY'
      )
    ) AS "words"
  FROM "events" AS "t0"
)
SELECT
  "t3"."kind" AS "kind",
  "t3"."start" AS "start",
  "t3"."until" AS "until",
  COUNT(*) AS "count"
FROM (
  SELECT
    "t2"."key" AS "key",
    "t2"."first" AS "first",
    "t2"."last" AS "last",
    "t2"."first_month" AS "first_month",
    "t2"."last_month" AS "last_month",
    "t2"."sure" AS "sure",
    "t2"."edtf" AS "edtf",
    "t2"."kind" AS "kind",
    "t2"."region" AS "region",
    CONCAT(CONCAT(';', replaceRegexpAll("t2"."source", '\\s*;\\s*', ';')), ';') AS "source",
    "t2"."place" AS "place",
    "t2"."lat" AS "lat",
    "t2"."lon" AS "lon",
    CASE
      WHEN isNotNull("t2"."lat")
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR((
            (
              "t2"."lon" + 180
            ) / 360
          ) * 4096) AS Nullable(Int64))
        )
      )
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "x",
    CASE
      WHEN isNotNull("t2"."lat")
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR(
            (
              (
                1 - (
                  LN(
                    TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) + SQRT(
                      (
                        TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) * TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat"))))
                      ) + 1
                    )
                  ) / 3.141592653589793
                )
              ) / 2
            ) * 4096
          ) AS Nullable(Int64))
        )
      )
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "y",
    "t2"."title" AS "title",
    "t2"."summary" AS "summary",
    "t2"."url" AS "url",
    "t2"."words" AS "words",
    GREATEST("t2"."first_month", 24228) AS "start",
    LEAST("t2"."last_month", 24232) AS "until"
  FROM "as_events" AS "t2"
  WHERE
    "t2"."first" <= "t2"."last"
    AND isNotNull("t2"."title")
    AND "t2"."first" <= toDate('2019-05-31')
    AND "t2"."last" >= toDate('2019-01-01')
) AS "t3"
GROUP BY
  "t3"."kind",
  "t3"."start",
  "t3"."until";

-- cells
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        ' '
      ),
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '')
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN formatDateTime("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."category"), '') AS "kind",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."region"), '') AS "region",
    COALESCE(
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."source"), ''),
      CAST(NULL AS Nullable(String))
    ) AS "source",
    CAST(NULL AS Nullable(String)) AS "place",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lat",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lon",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '') AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    LOWER(
      translate(
        COALESCE(nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), ''), ''),
        'áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ',
        'aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY'
      )
    ) AS "words"
  FROM "events" AS "t0"
)
SELECT
  *
FROM (
  SELECT
    "t4"."cx" AS "cx",
    "t4"."cy" AS "cy",
    SUM("t4"."lat") / COUNT(*) AS "lat",
    SUM("t4"."lon") / COUNT(*) AS "lon",
    COUNT(*) AS "count"
  FROM (
    SELECT
      "t3"."key" AS "key",
      "t3"."first" AS "first",
      "t3"."last" AS "last",
      "t3"."first_month" AS "first_month",
      "t3"."last_month" AS "last_month",
      "t3"."sure" AS "sure",
      "t3"."edtf" AS "edtf",
      "t3"."kind" AS "kind",
      "t3"."region" AS "region",
      "t3"."source" AS "source",
      "t3"."place" AS "place",
      "t3"."lat" AS "lat",
      "t3"."lon" AS "lon",
      "t3"."x" AS "x",
      "t3"."y" AS "y",
      "t3"."title" AS "title",
      "t3"."summary" AS "summary",
      "t3"."url" AS "url",
      "t3"."words" AS "words",
      CAST(FLOOR((
        "t3"."x"
      ) / (
        64
      )) AS Nullable(Int64)) AS "cx",
      CAST(FLOOR((
        "t3"."y"
      ) / (
        64
      )) AS Nullable(Int64)) AS "cy"
    FROM (
      SELECT
        "t2"."key" AS "key",
        "t2"."first" AS "first",
        "t2"."last" AS "last",
        "t2"."first_month" AS "first_month",
        "t2"."last_month" AS "last_month",
        "t2"."sure" AS "sure",
        "t2"."edtf" AS "edtf",
        "t2"."kind" AS "kind",
        "t2"."region" AS "region",
        CONCAT(CONCAT(';', replaceRegexpAll("t2"."source", '\\s*;\\s*', ';')), ';') AS "source",
        "t2"."place" AS "place",
        "t2"."lat" AS "lat",
        "t2"."lon" AS "lon",
        CASE
          WHEN isNotNull("t2"."lat")
          THEN GREATEST(
            0,
            LEAST(
              4095,
              CAST(FLOOR((
                (
                  "t2"."lon" + 180
                ) / 360
              ) * 4096) AS Nullable(Int64))
            )
          )
          ELSE CAST(NULL AS Nullable(Int64))
        END AS "x",
        CASE
          WHEN isNotNull("t2"."lat")
          THEN GREATEST(
            0,
            LEAST(
              4095,
              CAST(FLOOR(
                (
                  (
                    1 - (
                      LN(
                        TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) + SQRT(
                          (
                            TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) * TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat"))))
                          ) + 1
                        )
                      ) / 3.141592653589793
                    )
                  ) / 2
                ) * 4096
              ) AS Nullable(Int64))
            )
          )
          ELSE CAST(NULL AS Nullable(Int64))
        END AS "y",
        "t2"."title" AS "title",
        "t2"."summary" AS "summary",
        "t2"."url" AS "url",
        "t2"."words" AS "words"
      FROM "as_events" AS "t2"
      WHERE
        "t2"."first" <= "t2"."last"
        AND isNotNull("t2"."title")
        AND isNotNull(
          CASE
            WHEN isNotNull("t2"."lat")
            THEN GREATEST(
              0,
              LEAST(
                4095,
                CAST(FLOOR((
                  (
                    "t2"."lon" + 180
                  ) / 360
                ) * 4096) AS Nullable(Int64))
              )
            )
            ELSE CAST(NULL AS Nullable(Int64))
          END
        )
        AND "t2"."lon" BETWEEN -73.0 AND -72.0
        AND "t2"."lat" BETWEEN 7.0 AND 8.5
    ) AS "t3"
  ) AS "t4"
  GROUP BY
    "t4"."cx",
    "t4"."cy"
) AS "t5"
ORDER BY
  "t5"."count" DESC,
  "t5"."cx" ASC,
  "t5"."cy" ASC;

-- kinds
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        ' '
      ),
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '')
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN formatDateTime("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."category"), '') AS "kind",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."region"), '') AS "region",
    COALESCE(
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."source"), ''),
      CAST(NULL AS Nullable(String))
    ) AS "source",
    CAST(NULL AS Nullable(String)) AS "place",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lat",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lon",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '') AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    LOWER(
      translate(
        COALESCE(nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), ''), ''),
        'áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ',
        'aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY'
      )
    ) AS "words"
  FROM "events" AS "t0"
)
SELECT
  *
FROM (
  SELECT
    "t3"."value" AS "value",
    COUNT(*) AS "count"
  FROM (
    SELECT
      "t2"."key" AS "key",
      "t2"."first" AS "first",
      "t2"."last" AS "last",
      "t2"."first_month" AS "first_month",
      "t2"."last_month" AS "last_month",
      "t2"."sure" AS "sure",
      "t2"."edtf" AS "edtf",
      "t2"."kind" AS "kind",
      "t2"."region" AS "region",
      CONCAT(CONCAT(';', replaceRegexpAll("t2"."source", '\\s*;\\s*', ';')), ';') AS "source",
      "t2"."place" AS "place",
      "t2"."lat" AS "lat",
      "t2"."lon" AS "lon",
      CASE
        WHEN isNotNull("t2"."lat")
        THEN GREATEST(
          0,
          LEAST(
            4095,
            CAST(FLOOR((
              (
                "t2"."lon" + 180
              ) / 360
            ) * 4096) AS Nullable(Int64))
          )
        )
        ELSE CAST(NULL AS Nullable(Int64))
      END AS "x",
      CASE
        WHEN isNotNull("t2"."lat")
        THEN GREATEST(
          0,
          LEAST(
            4095,
            CAST(FLOOR(
              (
                (
                  1 - (
                    LN(
                      TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) + SQRT(
                        (
                          TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) * TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat"))))
                        ) + 1
                      )
                    ) / 3.141592653589793
                  )
                ) / 2
              ) * 4096
            ) AS Nullable(Int64))
          )
        )
        ELSE CAST(NULL AS Nullable(Int64))
      END AS "y",
      "t2"."title" AS "title",
      "t2"."summary" AS "summary",
      "t2"."url" AS "url",
      "t2"."words" AS "words",
      "t2"."kind" AS "value"
    FROM "as_events" AS "t2"
    WHERE
      "t2"."first" <= "t2"."last" AND isNotNull("t2"."title")
  ) AS "t3"
  GROUP BY
    "t3"."value"
) AS "t4"
ORDER BY
  "t4"."count" DESC,
  "t4"."value" ASC;

-- sources
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        ' '
      ),
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '')
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN formatDateTime("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."category"), '') AS "kind",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."region"), '') AS "region",
    COALESCE(
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."source"), ''),
      CAST(NULL AS Nullable(String))
    ) AS "source",
    CAST(NULL AS Nullable(String)) AS "place",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lat",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lon",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '') AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    LOWER(
      translate(
        COALESCE(nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), ''), ''),
        'áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ',
        'aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY'
      )
    ) AS "words"
  FROM "events" AS "t0"
)
SELECT
  *
FROM (
  SELECT
    "t5"."value" AS "value",
    COUNT(*) AS "count"
  FROM (
    SELECT
      *
    FROM (
      SELECT
        "t3"."key" AS "key",
        "t3"."first" AS "first",
        "t3"."last" AS "last",
        "t3"."first_month" AS "first_month",
        "t3"."last_month" AS "last_month",
        "t3"."sure" AS "sure",
        "t3"."edtf" AS "edtf",
        "t3"."kind" AS "kind",
        "t3"."region" AS "region",
        "t3"."source" AS "source",
        "t3"."place" AS "place",
        "t3"."lat" AS "lat",
        "t3"."lon" AS "lon",
        "t3"."x" AS "x",
        "t3"."y" AS "y",
        "t3"."title" AS "title",
        "t3"."summary" AS "summary",
        "t3"."url" AS "url",
        "t3"."words" AS "words",
        arrayJoin(splitByString(';', CAST("t3"."source" AS String))) AS "value"
      FROM (
        SELECT
          "t2"."key" AS "key",
          "t2"."first" AS "first",
          "t2"."last" AS "last",
          "t2"."first_month" AS "first_month",
          "t2"."last_month" AS "last_month",
          "t2"."sure" AS "sure",
          "t2"."edtf" AS "edtf",
          "t2"."kind" AS "kind",
          "t2"."region" AS "region",
          CONCAT(CONCAT(';', replaceRegexpAll("t2"."source", '\\s*;\\s*', ';')), ';') AS "source",
          "t2"."place" AS "place",
          "t2"."lat" AS "lat",
          "t2"."lon" AS "lon",
          CASE
            WHEN isNotNull("t2"."lat")
            THEN GREATEST(
              0,
              LEAST(
                4095,
                CAST(FLOOR((
                  (
                    "t2"."lon" + 180
                  ) / 360
                ) * 4096) AS Nullable(Int64))
              )
            )
            ELSE CAST(NULL AS Nullable(Int64))
          END AS "x",
          CASE
            WHEN isNotNull("t2"."lat")
            THEN GREATEST(
              0,
              LEAST(
                4095,
                CAST(FLOOR(
                  (
                    (
                      1 - (
                        LN(
                          TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) + SQRT(
                            (
                              TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) * TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat"))))
                            ) + 1
                          )
                        ) / 3.141592653589793
                      )
                    ) / 2
                  ) * 4096
                ) AS Nullable(Int64))
              )
            )
            ELSE CAST(NULL AS Nullable(Int64))
          END AS "y",
          "t2"."title" AS "title",
          "t2"."summary" AS "summary",
          "t2"."url" AS "url",
          "t2"."words" AS "words"
        FROM "as_events" AS "t2"
        WHERE
          "t2"."first" <= "t2"."last"
          AND isNotNull("t2"."title")
          AND isNotNull(CONCAT(CONCAT(';', replaceRegexpAll("t2"."source", '\\s*;\\s*', ';')), ';'))
      ) AS "t3"
    ) AS "t4"
    WHERE
      "t4"."value" <> ''
      AND position(
        LOWER(
          translate(
            "t4"."value",
            'áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ',
            'aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY'
          )
        ),
        'o''brien\\'' or 1=1 -- %s "; `'
      ) > 0
  ) AS "t5"
  GROUP BY
    "t5"."value"
) AS "t6"
ORDER BY
  "t6"."count" DESC,
  "t6"."value" ASC;

-- page
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        ' '
      ),
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '')
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN formatDateTime("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."category"), '') AS "kind",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."region"), '') AS "region",
    COALESCE(
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."source"), ''),
      CAST(NULL AS Nullable(String))
    ) AS "source",
    CAST(NULL AS Nullable(String)) AS "place",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lat",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lon",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '') AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    LOWER(
      translate(
        COALESCE(nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), ''), ''),
        'áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ',
        'aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY'
      )
    ) AS "words"
  FROM "events" AS "t0"
)
SELECT
  *
FROM (
  SELECT
    "t2"."key" AS "key",
    "t2"."edtf" AS "edtf",
    "t2"."first" AS "first",
    "t2"."last" AS "last",
    "t2"."title" AS "title",
    "t2"."summary" AS "summary",
    "t2"."kind" AS "kind",
    "t2"."region" AS "region",
    CONCAT(CONCAT(';', replaceRegexpAll("t2"."source", '\\s*;\\s*', ';')), ';') AS "source",
    "t2"."place" AS "place",
    "t2"."lat" AS "lat",
    "t2"."lon" AS "lon",
    "t2"."url" AS "url"
  FROM "as_events" AS "t2"
  WHERE
    "t2"."first" <= "t2"."last" AND isNotNull("t2"."title")
  ORDER BY
    "t2"."first" ASC,
    "t2"."last" ASC,
    "t2"."key" ASC
  LIMIT 20
  OFFSET 40
) AS "t4"
ORDER BY
  "t4"."first" ASC,
  "t4"."last" ASC,
  "t4"."key" ASC;

-- entry
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        ' '
      ),
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '')
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN formatDateTime("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."category"), '') AS "kind",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."region"), '') AS "region",
    COALESCE(
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."source"), ''),
      CAST(NULL AS Nullable(String))
    ) AS "source",
    CAST(NULL AS Nullable(String)) AS "place",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lat",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lon",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '') AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    LOWER(
      translate(
        COALESCE(nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), ''), ''),
        'áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ',
        'aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY'
      )
    ) AS "words"
  FROM "events" AS "t0"
)
SELECT
  "t2"."key" AS "key",
  "t2"."edtf" AS "edtf",
  "t2"."first" AS "first",
  "t2"."last" AS "last",
  "t2"."title" AS "title",
  "t2"."summary" AS "summary",
  "t2"."kind" AS "kind",
  "t2"."region" AS "region",
  CONCAT(CONCAT(';', replaceRegexpAll("t2"."source", '\\s*;\\s*', ';')), ';') AS "source",
  "t2"."place" AS "place",
  "t2"."lat" AS "lat",
  "t2"."lon" AS "lon",
  "t2"."url" AS "url"
FROM "as_events" AS "t2"
WHERE
  "t2"."first" <= "t2"."last"
  AND isNotNull("t2"."title")
  AND "t2"."key" = 'o''brien\\'' or 1=1 -- %s "; `'
LIMIT 1;

-- file
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        ' '
      ),
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '')
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN formatDateTime("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."category"), '') AS "kind",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."region"), '') AS "region",
    COALESCE(
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."source"), ''),
      CAST(NULL AS Nullable(String))
    ) AS "source",
    CAST(NULL AS Nullable(String)) AS "place",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lat",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lon",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '') AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    LOWER(
      translate(
        COALESCE(nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), ''), ''),
        'áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ',
        'aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY'
      )
    ) AS "words"
  FROM "events" AS "t0"
)
SELECT
  "t2"."key" AS "key",
  "t2"."edtf" AS "edtf",
  "t2"."title" AS "title",
  "t2"."summary" AS "summary",
  "t2"."kind" AS "kind",
  "t2"."region" AS "region",
  CONCAT(CONCAT(';', replaceRegexpAll("t2"."source", '\\s*;\\s*', ';')), ';') AS "source",
  "t2"."place" AS "place",
  "t2"."lat" AS "lat",
  "t2"."lon" AS "lon",
  "t2"."url" AS "url"
FROM "as_events" AS "t2"
WHERE
  "t2"."first" <= "t2"."last" AND isNotNull("t2"."title")
ORDER BY
  "t2"."first" ASC,
  "t2"."last" ASC,
  "t2"."key" ASC;

-- extent
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        ' '
      ),
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '')
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(toYear("t0"."date") AS Nullable(Int64)) * 12
      ) + toMonth("t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN formatDateTime("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), '/'),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."category"), '') AS "kind",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."region"), '') AS "region",
    COALESCE(
      nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."source"), ''),
      CAST(NULL AS Nullable(String))
    ) AS "source",
    CAST(NULL AS Nullable(String)) AS "place",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lat",
    CASE
      WHEN isNotNull(
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      AND isNotNull(
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS Nullable(Float64))
        END
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS Nullable(Float64))
      END
      ELSE CAST(NULL AS Nullable(Float64))
    END AS "lon",
    nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), '') AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    LOWER(
      translate(
        COALESCE(nullIf(TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."title"), ''), ''),
        'áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ',
        'aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY'
      )
    ) AS "words"
  FROM "events" AS "t0"
)
SELECT
  COUNT(*) AS "count",
  minIf("t3"."first", "t3"."first" > toDate('0001-01-01')) AS "start",
  minIf("t3"."last", "t3"."last" < toDate('9999-12-31')) AS "early",
  maxIf("t3"."first", "t3"."first" > toDate('0001-01-01')) AS "late",
  maxIf("t3"."last", "t3"."last" < toDate('9999-12-31')) AS "until",
  MIN("t3"."lon") AS "west",
  MIN("t3"."lat") AS "south",
  MAX("t3"."lon") AS "east",
  MAX("t3"."lat") AS "north"
FROM (
  SELECT
    "t2"."key" AS "key",
    "t2"."first" AS "first",
    "t2"."last" AS "last",
    "t2"."first_month" AS "first_month",
    "t2"."last_month" AS "last_month",
    "t2"."sure" AS "sure",
    "t2"."edtf" AS "edtf",
    "t2"."kind" AS "kind",
    "t2"."region" AS "region",
    CONCAT(CONCAT(';', replaceRegexpAll("t2"."source", '\\s*;\\s*', ';')), ';') AS "source",
    "t2"."place" AS "place",
    "t2"."lat" AS "lat",
    "t2"."lon" AS "lon",
    CASE
      WHEN isNotNull("t2"."lat")
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR((
            (
              "t2"."lon" + 180
            ) / 360
          ) * 4096) AS Nullable(Int64))
        )
      )
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "x",
    CASE
      WHEN isNotNull("t2"."lat")
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR(
            (
              (
                1 - (
                  LN(
                    TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) + SQRT(
                      (
                        TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat")))) * TAN(RADIANS(GREATEST(-85.05, LEAST(85.05, "t2"."lat"))))
                      ) + 1
                    )
                  ) / 3.141592653589793
                )
              ) / 2
            ) * 4096
          ) AS Nullable(Int64))
        )
      )
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "y",
    "t2"."title" AS "title",
    "t2"."summary" AS "summary",
    "t2"."url" AS "url",
    "t2"."words" AS "words"
  FROM "as_events" AS "t2"
  WHERE
    "t2"."first" <= "t2"."last" AND isNotNull("t2"."title")
) AS "t3";
