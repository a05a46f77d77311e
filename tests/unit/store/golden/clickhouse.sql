-- count
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v3:String}),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        {v4:String}
      ),
      nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String})
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
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v3:String}),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."category"), {v6:String}) AS "kind",
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."region"), {v6:String}) AS "region",
    COALESCE(
      nullIf(TRIM(BOTH {v5:String} FROM "t0"."source"), {v6:String}),
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
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String}) AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    lowerUTF8(
      translateUTF8(
        COALESCE(nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String}), {v6:String}),
        {v7:String},
        {v8:String}
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
    CONCAT(
      CONCAT({v1:String}, replaceRegexpAll("t2"."source", {v2:String}, {v1:String})),
      {v1:String}
    ) AS "source",
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
-- [";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- filtered
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v15:String}),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        {v16:String}
      ),
      nullIf(TRIM(BOTH {v17:String} FROM "t0"."title"), {v18:String})
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
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v15:String}),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH {v17:String} FROM "t0"."category"), {v18:String}) AS "kind",
    nullIf(TRIM(BOTH {v17:String} FROM "t0"."region"), {v18:String}) AS "region",
    COALESCE(
      nullIf(TRIM(BOTH {v17:String} FROM "t0"."source"), {v18:String}),
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
    nullIf(TRIM(BOTH {v17:String} FROM "t0"."title"), {v18:String}) AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    lowerUTF8(
      translateUTF8(
        COALESCE(nullIf(TRIM(BOTH {v17:String} FROM "t0"."title"), {v18:String}), {v18:String}),
        {v19:String},
        {v20:String}
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
    CONCAT(
      CONCAT({v1:String}, replaceRegexpAll("t2"."source", {v2:String}, {v1:String})),
      {v1:String}
    ) AS "source",
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
    AND "t2"."first" <= toDate({v3:String})
    AND "t2"."last" >= toDate({v4:String})
    AND "t2"."kind" IN ({v5:String})
    AND "t2"."region" IN ({v6:String})
    AND position(
      CONCAT(
        CONCAT({v1:String}, replaceRegexpAll("t2"."source", {v2:String}, {v1:String})),
        {v1:String}
      ),
      {v7:String}
    ) > 0
    AND position("t2"."words", {v8:String}) > 0
    AND position("t2"."words", {v9:String}) > 0
    AND position("t2"."words", {v10:String}) > 0
    AND position("t2"."words", {v11:String}) > 0
    AND position("t2"."words", {v12:String}) > 0
    AND position("t2"."words", {v13:String}) > 0
    AND position("t2"."words", {v14:String}) > 0
) AS "t3";
-- [";", "\\s*;\\s*", "2019-05-31", "2019-01-01", "Protest", "Norte d'Oeste", ";Wire;", "o'brien\\'", "or", "1=1", "--", "%s", "\";", "`", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- bins
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v5:String}),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        {v6:String}
      ),
      nullIf(TRIM(BOTH {v7:String} FROM "t0"."title"), {v8:String})
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
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v5:String}),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH {v7:String} FROM "t0"."category"), {v8:String}) AS "kind",
    nullIf(TRIM(BOTH {v7:String} FROM "t0"."region"), {v8:String}) AS "region",
    COALESCE(
      nullIf(TRIM(BOTH {v7:String} FROM "t0"."source"), {v8:String}),
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
    nullIf(TRIM(BOTH {v7:String} FROM "t0"."title"), {v8:String}) AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    lowerUTF8(
      translateUTF8(
        COALESCE(nullIf(TRIM(BOTH {v7:String} FROM "t0"."title"), {v8:String}), {v8:String}),
        {v9:String},
        {v10:String}
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
    CONCAT(
      CONCAT({v1:String}, replaceRegexpAll("t2"."source", {v2:String}, {v1:String})),
      {v1:String}
    ) AS "source",
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
    AND "t2"."first" <= toDate({v3:String})
    AND "t2"."last" >= toDate({v4:String})
) AS "t3"
GROUP BY
  "t3"."kind",
  "t3"."start",
  "t3"."until";
-- [";", "\\s*;\\s*", "2019-05-31", "2019-01-01", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- cells
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v3:String}),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        {v4:String}
      ),
      nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String})
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
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v3:String}),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."category"), {v6:String}) AS "kind",
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."region"), {v6:String}) AS "region",
    COALESCE(
      nullIf(TRIM(BOTH {v5:String} FROM "t0"."source"), {v6:String}),
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
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String}) AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    lowerUTF8(
      translateUTF8(
        COALESCE(nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String}), {v6:String}),
        {v7:String},
        {v8:String}
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
        CONCAT(
          CONCAT({v1:String}, replaceRegexpAll("t2"."source", {v2:String}, {v1:String})),
          {v1:String}
        ) AS "source",
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
-- [";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- kinds
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v3:String}),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        {v4:String}
      ),
      nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String})
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
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v3:String}),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."category"), {v6:String}) AS "kind",
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."region"), {v6:String}) AS "region",
    COALESCE(
      nullIf(TRIM(BOTH {v5:String} FROM "t0"."source"), {v6:String}),
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
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String}) AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    lowerUTF8(
      translateUTF8(
        COALESCE(nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String}), {v6:String}),
        {v7:String},
        {v8:String}
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
      CONCAT(
        CONCAT({v1:String}, replaceRegexpAll("t2"."source", {v2:String}, {v1:String})),
        {v1:String}
      ) AS "source",
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
-- [";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- sources
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v7:String}),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        {v8:String}
      ),
      nullIf(TRIM(BOTH {v9:String} FROM "t0"."title"), {v3:String})
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
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v7:String}),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH {v9:String} FROM "t0"."category"), {v3:String}) AS "kind",
    nullIf(TRIM(BOTH {v9:String} FROM "t0"."region"), {v3:String}) AS "region",
    COALESCE(
      nullIf(TRIM(BOTH {v9:String} FROM "t0"."source"), {v3:String}),
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
    nullIf(TRIM(BOTH {v9:String} FROM "t0"."title"), {v3:String}) AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    lowerUTF8(
      translateUTF8(
        COALESCE(nullIf(TRIM(BOTH {v9:String} FROM "t0"."title"), {v3:String}), {v3:String}),
        {v4:String},
        {v5:String}
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
        arrayJoin(splitByString({v1:String}, CAST("t3"."source" AS String))) AS "value"
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
          CONCAT(
            CONCAT({v1:String}, replaceRegexpAll("t2"."source", {v2:String}, {v1:String})),
            {v1:String}
          ) AS "source",
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
            CONCAT(
              CONCAT({v1:String}, replaceRegexpAll("t2"."source", {v2:String}, {v1:String})),
              {v1:String}
            )
          )
      ) AS "t3"
    ) AS "t4"
    WHERE
      "t4"."value" <> {v3:String}
      AND position(lowerUTF8(translateUTF8("t4"."value", {v4:String}, {v5:String})), {v6:String}) > 0
  ) AS "t5"
  GROUP BY
    "t5"."value"
) AS "t6"
ORDER BY
  "t6"."count" DESC,
  "t6"."value" ASC;
-- [";", "\\s*;\\s*", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", "o'brien\\' or 1=1 -- %s \"; `", "/", " ", " \t\n\r\u000b\f"]

-- page
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v3:String}),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        {v4:String}
      ),
      nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String})
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
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v3:String}),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."category"), {v6:String}) AS "kind",
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."region"), {v6:String}) AS "region",
    COALESCE(
      nullIf(TRIM(BOTH {v5:String} FROM "t0"."source"), {v6:String}),
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
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String}) AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    lowerUTF8(
      translateUTF8(
        COALESCE(nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String}), {v6:String}),
        {v7:String},
        {v8:String}
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
    CONCAT(
      CONCAT({v1:String}, replaceRegexpAll("t2"."source", {v2:String}, {v1:String})),
      {v1:String}
    ) AS "source",
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
-- [";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- entry
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v4:String}),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        {v5:String}
      ),
      nullIf(TRIM(BOTH {v6:String} FROM "t0"."title"), {v7:String})
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
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v4:String}),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH {v6:String} FROM "t0"."category"), {v7:String}) AS "kind",
    nullIf(TRIM(BOTH {v6:String} FROM "t0"."region"), {v7:String}) AS "region",
    COALESCE(
      nullIf(TRIM(BOTH {v6:String} FROM "t0"."source"), {v7:String}),
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
    nullIf(TRIM(BOTH {v6:String} FROM "t0"."title"), {v7:String}) AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    lowerUTF8(
      translateUTF8(
        COALESCE(nullIf(TRIM(BOTH {v6:String} FROM "t0"."title"), {v7:String}), {v7:String}),
        {v8:String},
        {v9:String}
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
  CONCAT(
    CONCAT({v1:String}, replaceRegexpAll("t2"."source", {v2:String}, {v1:String})),
    {v1:String}
  ) AS "source",
  "t2"."place" AS "place",
  "t2"."lat" AS "lat",
  "t2"."lon" AS "lon",
  "t2"."url" AS "url"
FROM "as_events" AS "t2"
WHERE
  "t2"."first" <= "t2"."last"
  AND isNotNull("t2"."title")
  AND "t2"."key" = {v3:String}
LIMIT 1;
-- [";", "\\s*;\\s*", "o'brien\\' or 1=1 -- %s \"; `", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- file
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v3:String}),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        {v4:String}
      ),
      nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String})
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
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v3:String}),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."category"), {v6:String}) AS "kind",
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."region"), {v6:String}) AS "region",
    COALESCE(
      nullIf(TRIM(BOTH {v5:String} FROM "t0"."source"), {v6:String}),
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
    nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String}) AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    lowerUTF8(
      translateUTF8(
        COALESCE(nullIf(TRIM(BOTH {v5:String} FROM "t0"."title"), {v6:String}), {v6:String}),
        {v7:String},
        {v8:String}
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
  CONCAT(
    CONCAT({v1:String}, replaceRegexpAll("t2"."source", {v2:String}, {v1:String})),
    {v1:String}
  ) AS "source",
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
-- [";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- extent
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN formatDateTime("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v5:String}),
            formatDateTime("t0"."date", '%Y-%m-%d')
          )
        END,
        {v6:String}
      ),
      nullIf(TRIM(BOTH {v7:String} FROM "t0"."title"), {v8:String})
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
        CONCAT(formatDateTime("t0"."date", '%Y-%m-%d'), {v5:String}),
        formatDateTime("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    nullIf(TRIM(BOTH {v7:String} FROM "t0"."category"), {v8:String}) AS "kind",
    nullIf(TRIM(BOTH {v7:String} FROM "t0"."region"), {v8:String}) AS "region",
    COALESCE(
      nullIf(TRIM(BOTH {v7:String} FROM "t0"."source"), {v8:String}),
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
    nullIf(TRIM(BOTH {v7:String} FROM "t0"."title"), {v8:String}) AS "title",
    CAST(NULL AS Nullable(String)) AS "summary",
    CAST(NULL AS Nullable(String)) AS "url",
    lowerUTF8(
      translateUTF8(
        COALESCE(nullIf(TRIM(BOTH {v7:String} FROM "t0"."title"), {v8:String}), {v8:String}),
        {v9:String},
        {v10:String}
      )
    ) AS "words"
  FROM "events" AS "t0"
)
SELECT
  COUNT(*) AS "count",
  minIf("t3"."first", "t3"."first" > toDate({v1:String})) AS "start",
  minIf("t3"."last", "t3"."last" < toDate({v2:String})) AS "early",
  maxIf("t3"."first", "t3"."first" > toDate({v1:String})) AS "late",
  maxIf("t3"."last", "t3"."last" < toDate({v2:String})) AS "until",
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
    CONCAT(
      CONCAT({v3:String}, replaceRegexpAll("t2"."source", {v4:String}, {v3:String})),
      {v3:String}
    ) AS "source",
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
-- ["0001-01-01", "9999-12-31", ";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]
