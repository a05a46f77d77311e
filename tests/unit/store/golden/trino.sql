-- count
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
            DATE_FORMAT("t0"."date", '%Y-%m-%d')
          )
        END,
        ?
      ),
      NULLIF(TRIM(? FROM "t0"."title"), ?)
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
        DATE_FORMAT("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    NULLIF(TRIM(? FROM "t0"."category"), ?) AS "kind",
    NULLIF(TRIM(? FROM "t0"."region"), ?) AS "region",
    COALESCE(NULLIF(TRIM(? FROM "t0"."source"), ?), CAST(NULL AS VARCHAR)) AS "source",
    CAST(NULL AS VARCHAR) AS "place",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lat",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lon",
    NULLIF(TRIM(? FROM "t0"."title"), ?) AS "title",
    CAST(NULL AS VARCHAR) AS "summary",
    CAST(NULL AS VARCHAR) AS "url",
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(? FROM "t0"."title"), ?), ?), ?, ?)) AS "words"
  FROM "events" AS "t0"
)
SELECT
  COUNT(*) AS "count"
FROM (
  SELECT
    "t2"."key",
    "t2"."first",
    "t2"."last",
    "t2"."first_month",
    "t2"."last_month",
    "t2"."sure",
    "t2"."edtf",
    "t2"."kind",
    "t2"."region",
    CONCAT(CONCAT(?, REGEXP_REPLACE("t2"."source", ?, ?)), ?) AS "source",
    "t2"."place",
    "t2"."lat",
    "t2"."lon",
    CASE
      WHEN "t2"."lat" IS NOT NULL
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR((
            CAST((
              "t2"."lon" + 180
            ) AS DOUBLE) / 360
          ) * 4096) AS BIGINT)
        )
      )
      ELSE CAST(NULL AS BIGINT)
    END AS "x",
    CASE
      WHEN "t2"."lat" IS NOT NULL
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR(
            (
              CAST((
                1 - (
                  LN(
                    TAN(
                      RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                    ) + SQRT(
                      (
                        TAN(
                          RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                        ) * TAN(
                          RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                        )
                      ) + 1
                    )
                  ) / CAST(3.141592653589793 AS DOUBLE)
                )
              ) AS DOUBLE) / 2
            ) * 4096
          ) AS BIGINT)
        )
      )
      ELSE CAST(NULL AS BIGINT)
    END AS "y",
    "t2"."title",
    "t2"."summary",
    "t2"."url",
    "t2"."words"
  FROM "as_events" AS "t2"
  WHERE
    "t2"."first" <= "t2"."last" AND "t2"."title" IS NOT NULL
) AS "t3";
-- ["/", " ", " \t\n\r\u000b\f", "", "/", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", ";", "\\s*;\\s*", ";", ";"]

-- filtered
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
            DATE_FORMAT("t0"."date", '%Y-%m-%d')
          )
        END,
        ?
      ),
      NULLIF(TRIM(? FROM "t0"."title"), ?)
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
        DATE_FORMAT("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    NULLIF(TRIM(? FROM "t0"."category"), ?) AS "kind",
    NULLIF(TRIM(? FROM "t0"."region"), ?) AS "region",
    COALESCE(NULLIF(TRIM(? FROM "t0"."source"), ?), CAST(NULL AS VARCHAR)) AS "source",
    CAST(NULL AS VARCHAR) AS "place",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lat",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lon",
    NULLIF(TRIM(? FROM "t0"."title"), ?) AS "title",
    CAST(NULL AS VARCHAR) AS "summary",
    CAST(NULL AS VARCHAR) AS "url",
    LOWER(
      TRANSLATE(COALESCE(NULLIF(TRIM(? FROM "t0"."title"), ?), ?), ?, ?)
    ) AS "words"
  FROM "events" AS "t0"
)
SELECT
  COUNT(*) AS "count"
FROM (
  SELECT
    "t2"."key",
    "t2"."first",
    "t2"."last",
    "t2"."first_month",
    "t2"."last_month",
    "t2"."sure",
    "t2"."edtf",
    "t2"."kind",
    "t2"."region",
    CONCAT(CONCAT(?, REGEXP_REPLACE("t2"."source", ?, ?)), ?) AS "source",
    "t2"."place",
    "t2"."lat",
    "t2"."lon",
    CASE
      WHEN "t2"."lat" IS NOT NULL
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR((
            CAST((
              "t2"."lon" + 180
            ) AS DOUBLE) / 360
          ) * 4096) AS BIGINT)
        )
      )
      ELSE CAST(NULL AS BIGINT)
    END AS "x",
    CASE
      WHEN "t2"."lat" IS NOT NULL
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR(
            (
              CAST((
                1 - (
                  LN(
                    TAN(
                      RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                    ) + SQRT(
                      (
                        TAN(
                          RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                        ) * TAN(
                          RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                        )
                      ) + 1
                    )
                  ) / CAST(3.141592653589793 AS DOUBLE)
                )
              ) AS DOUBLE) / 2
            ) * 4096
          ) AS BIGINT)
        )
      )
      ELSE CAST(NULL AS BIGINT)
    END AS "y",
    "t2"."title",
    "t2"."summary",
    "t2"."url",
    "t2"."words"
  FROM "as_events" AS "t2"
  WHERE
    "t2"."first" <= "t2"."last"
    AND "t2"."title" IS NOT NULL
    AND "t2"."first" <= FROM_ISO8601_DATE(?)
    AND "t2"."last" >= FROM_ISO8601_DATE(?)
    AND "t2"."kind" IN (?)
    AND "t2"."region" IN (?)
    AND STRPOS(CONCAT(CONCAT(?, REGEXP_REPLACE("t2"."source", ?, ?)), ?), ?) > 0
    AND STRPOS("t2"."words", ?) > 0
    AND STRPOS("t2"."words", ?) > 0
    AND STRPOS("t2"."words", ?) > 0
    AND STRPOS("t2"."words", ?) > 0
    AND STRPOS("t2"."words", ?) > 0
    AND STRPOS("t2"."words", ?) > 0
    AND STRPOS("t2"."words", ?) > 0
) AS "t3";
-- ["/", " ", " \t\n\r\u000b\f", "", "/", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", ";", "\\s*;\\s*", ";", ";", "2019-05-31", "2019-01-01", "Protest", "Norte d'Oeste", ";", "\\s*;\\s*", ";", ";", ";Wire;", "o'brien\\'", "or", "1=1", "--", "%s", "\";", "`"]

-- bins
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
            DATE_FORMAT("t0"."date", '%Y-%m-%d')
          )
        END,
        ?
      ),
      NULLIF(TRIM(? FROM "t0"."title"), ?)
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
        DATE_FORMAT("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    NULLIF(TRIM(? FROM "t0"."category"), ?) AS "kind",
    NULLIF(TRIM(? FROM "t0"."region"), ?) AS "region",
    COALESCE(NULLIF(TRIM(? FROM "t0"."source"), ?), CAST(NULL AS VARCHAR)) AS "source",
    CAST(NULL AS VARCHAR) AS "place",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lat",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lon",
    NULLIF(TRIM(? FROM "t0"."title"), ?) AS "title",
    CAST(NULL AS VARCHAR) AS "summary",
    CAST(NULL AS VARCHAR) AS "url",
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(? FROM "t0"."title"), ?), ?), ?, ?)) AS "words"
  FROM "events" AS "t0"
)
SELECT
  "t3"."kind",
  "t3"."start",
  "t3"."until",
  COUNT(*) AS "count"
FROM (
  SELECT
    "t2"."key",
    "t2"."first",
    "t2"."last",
    "t2"."first_month",
    "t2"."last_month",
    "t2"."sure",
    "t2"."edtf",
    "t2"."kind",
    "t2"."region",
    CONCAT(CONCAT(?, REGEXP_REPLACE("t2"."source", ?, ?)), ?) AS "source",
    "t2"."place",
    "t2"."lat",
    "t2"."lon",
    CASE
      WHEN "t2"."lat" IS NOT NULL
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR((
            CAST((
              "t2"."lon" + 180
            ) AS DOUBLE) / 360
          ) * 4096) AS BIGINT)
        )
      )
      ELSE CAST(NULL AS BIGINT)
    END AS "x",
    CASE
      WHEN "t2"."lat" IS NOT NULL
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR(
            (
              CAST((
                1 - (
                  LN(
                    TAN(
                      RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                    ) + SQRT(
                      (
                        TAN(
                          RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                        ) * TAN(
                          RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                        )
                      ) + 1
                    )
                  ) / CAST(3.141592653589793 AS DOUBLE)
                )
              ) AS DOUBLE) / 2
            ) * 4096
          ) AS BIGINT)
        )
      )
      ELSE CAST(NULL AS BIGINT)
    END AS "y",
    "t2"."title",
    "t2"."summary",
    "t2"."url",
    "t2"."words",
    GREATEST("t2"."first_month", 24228) AS "start",
    LEAST("t2"."last_month", 24232) AS "until"
  FROM "as_events" AS "t2"
  WHERE
    "t2"."first" <= "t2"."last"
    AND "t2"."title" IS NOT NULL
    AND "t2"."first" <= FROM_ISO8601_DATE(?)
    AND "t2"."last" >= FROM_ISO8601_DATE(?)
) AS "t3"
GROUP BY
  1,
  2,
  3;
-- ["/", " ", " \t\n\r\u000b\f", "", "/", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", ";", "\\s*;\\s*", ";", ";", "2019-05-31", "2019-01-01"]

-- cells
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
            DATE_FORMAT("t0"."date", '%Y-%m-%d')
          )
        END,
        ?
      ),
      NULLIF(TRIM(? FROM "t0"."title"), ?)
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
        DATE_FORMAT("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    NULLIF(TRIM(? FROM "t0"."category"), ?) AS "kind",
    NULLIF(TRIM(? FROM "t0"."region"), ?) AS "region",
    COALESCE(NULLIF(TRIM(? FROM "t0"."source"), ?), CAST(NULL AS VARCHAR)) AS "source",
    CAST(NULL AS VARCHAR) AS "place",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lat",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lon",
    NULLIF(TRIM(? FROM "t0"."title"), ?) AS "title",
    CAST(NULL AS VARCHAR) AS "summary",
    CAST(NULL AS VARCHAR) AS "url",
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(? FROM "t0"."title"), ?), ?), ?, ?)) AS "words"
  FROM "events" AS "t0"
)
SELECT
  *
FROM (
  SELECT
    "t4"."cx",
    "t4"."cy",
    CAST(SUM("t4"."lat") AS DOUBLE) / COUNT(*) AS "lat",
    CAST(SUM("t4"."lon") AS DOUBLE) / COUNT(*) AS "lon",
    COUNT(*) AS "count"
  FROM (
    SELECT
      "t3"."key",
      "t3"."first",
      "t3"."last",
      "t3"."first_month",
      "t3"."last_month",
      "t3"."sure",
      "t3"."edtf",
      "t3"."kind",
      "t3"."region",
      "t3"."source",
      "t3"."place",
      "t3"."lat",
      "t3"."lon",
      "t3"."x",
      "t3"."y",
      "t3"."title",
      "t3"."summary",
      "t3"."url",
      "t3"."words",
      CAST(FLOOR(CAST((
        "t3"."x"
      ) AS DOUBLE) / (
        64
      )) AS BIGINT) AS "cx",
      CAST(FLOOR(CAST((
        "t3"."y"
      ) AS DOUBLE) / (
        64
      )) AS BIGINT) AS "cy"
    FROM (
      SELECT
        "t2"."key",
        "t2"."first",
        "t2"."last",
        "t2"."first_month",
        "t2"."last_month",
        "t2"."sure",
        "t2"."edtf",
        "t2"."kind",
        "t2"."region",
        CONCAT(CONCAT(?, REGEXP_REPLACE("t2"."source", ?, ?)), ?) AS "source",
        "t2"."place",
        "t2"."lat",
        "t2"."lon",
        CASE
          WHEN "t2"."lat" IS NOT NULL
          THEN GREATEST(
            0,
            LEAST(
              4095,
              CAST(FLOOR((
                CAST((
                  "t2"."lon" + 180
                ) AS DOUBLE) / 360
              ) * 4096) AS BIGINT)
            )
          )
          ELSE CAST(NULL AS BIGINT)
        END AS "x",
        CASE
          WHEN "t2"."lat" IS NOT NULL
          THEN GREATEST(
            0,
            LEAST(
              4095,
              CAST(FLOOR(
                (
                  CAST((
                    1 - (
                      LN(
                        TAN(
                          RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                        ) + SQRT(
                          (
                            TAN(
                              RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                            ) * TAN(
                              RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                            )
                          ) + 1
                        )
                      ) / CAST(3.141592653589793 AS DOUBLE)
                    )
                  ) AS DOUBLE) / 2
                ) * 4096
              ) AS BIGINT)
            )
          )
          ELSE CAST(NULL AS BIGINT)
        END AS "y",
        "t2"."title",
        "t2"."summary",
        "t2"."url",
        "t2"."words"
      FROM "as_events" AS "t2"
      WHERE
        "t2"."first" <= "t2"."last"
        AND "t2"."title" IS NOT NULL
        AND CASE
          WHEN "t2"."lat" IS NOT NULL
          THEN GREATEST(
            0,
            LEAST(
              4095,
              CAST(FLOOR((
                CAST((
                  "t2"."lon" + 180
                ) AS DOUBLE) / 360
              ) * 4096) AS BIGINT)
            )
          )
          ELSE CAST(NULL AS BIGINT)
        END IS NOT NULL
        AND "t2"."lon" BETWEEN CAST(-73.0 AS DOUBLE) AND CAST(-72.0 AS DOUBLE)
        AND "t2"."lat" BETWEEN CAST(7.0 AS DOUBLE) AND CAST(8.5 AS DOUBLE)
    ) AS "t3"
  ) AS "t4"
  GROUP BY
    1,
    2
) AS "t5"
ORDER BY
  "t5"."count" DESC,
  "t5"."cx" ASC,
  "t5"."cy" ASC;
-- ["/", " ", " \t\n\r\u000b\f", "", "/", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", ";", "\\s*;\\s*", ";", ";"]

-- kinds
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
            DATE_FORMAT("t0"."date", '%Y-%m-%d')
          )
        END,
        ?
      ),
      NULLIF(TRIM(? FROM "t0"."title"), ?)
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
        DATE_FORMAT("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    NULLIF(TRIM(? FROM "t0"."category"), ?) AS "kind",
    NULLIF(TRIM(? FROM "t0"."region"), ?) AS "region",
    COALESCE(NULLIF(TRIM(? FROM "t0"."source"), ?), CAST(NULL AS VARCHAR)) AS "source",
    CAST(NULL AS VARCHAR) AS "place",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lat",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lon",
    NULLIF(TRIM(? FROM "t0"."title"), ?) AS "title",
    CAST(NULL AS VARCHAR) AS "summary",
    CAST(NULL AS VARCHAR) AS "url",
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(? FROM "t0"."title"), ?), ?), ?, ?)) AS "words"
  FROM "events" AS "t0"
)
SELECT
  *
FROM (
  SELECT
    "t3"."value",
    COUNT(*) AS "count"
  FROM (
    SELECT
      "t2"."key",
      "t2"."first",
      "t2"."last",
      "t2"."first_month",
      "t2"."last_month",
      "t2"."sure",
      "t2"."edtf",
      "t2"."kind",
      "t2"."region",
      CONCAT(CONCAT(?, REGEXP_REPLACE("t2"."source", ?, ?)), ?) AS "source",
      "t2"."place",
      "t2"."lat",
      "t2"."lon",
      CASE
        WHEN "t2"."lat" IS NOT NULL
        THEN GREATEST(
          0,
          LEAST(
            4095,
            CAST(FLOOR((
              CAST((
                "t2"."lon" + 180
              ) AS DOUBLE) / 360
            ) * 4096) AS BIGINT)
          )
        )
        ELSE CAST(NULL AS BIGINT)
      END AS "x",
      CASE
        WHEN "t2"."lat" IS NOT NULL
        THEN GREATEST(
          0,
          LEAST(
            4095,
            CAST(FLOOR(
              (
                CAST((
                  1 - (
                    LN(
                      TAN(
                        RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                      ) + SQRT(
                        (
                          TAN(
                            RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                          ) * TAN(
                            RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                          )
                        ) + 1
                      )
                    ) / CAST(3.141592653589793 AS DOUBLE)
                  )
                ) AS DOUBLE) / 2
              ) * 4096
            ) AS BIGINT)
          )
        )
        ELSE CAST(NULL AS BIGINT)
      END AS "y",
      "t2"."title",
      "t2"."summary",
      "t2"."url",
      "t2"."words",
      "t2"."kind" AS "value"
    FROM "as_events" AS "t2"
    WHERE
      "t2"."first" <= "t2"."last" AND "t2"."title" IS NOT NULL
  ) AS "t3"
  GROUP BY
    1
) AS "t4"
ORDER BY
  "t4"."count" DESC,
  "t4"."value" ASC;
-- ["/", " ", " \t\n\r\u000b\f", "", "/", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", ";", "\\s*;\\s*", ";", ";"]

-- sources
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
            DATE_FORMAT("t0"."date", '%Y-%m-%d')
          )
        END,
        ?
      ),
      NULLIF(TRIM(? FROM "t0"."title"), ?)
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
        DATE_FORMAT("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    NULLIF(TRIM(? FROM "t0"."category"), ?) AS "kind",
    NULLIF(TRIM(? FROM "t0"."region"), ?) AS "region",
    COALESCE(NULLIF(TRIM(? FROM "t0"."source"), ?), CAST(NULL AS VARCHAR)) AS "source",
    CAST(NULL AS VARCHAR) AS "place",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lat",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lon",
    NULLIF(TRIM(? FROM "t0"."title"), ?) AS "title",
    CAST(NULL AS VARCHAR) AS "summary",
    CAST(NULL AS VARCHAR) AS "url",
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(? FROM "t0"."title"), ?), ?), ?, ?)) AS "words"
  FROM "events" AS "t0"
)
SELECT
  *
FROM (
  SELECT
    "t5"."value",
    COUNT(*) AS "count"
  FROM (
    SELECT
      *
    FROM (
      SELECT
        "t3"."key",
        "t3"."first",
        "t3"."last",
        "t3"."first_month",
        "t3"."last_month",
        "t3"."sure",
        "t3"."edtf",
        "t3"."kind",
        "t3"."region",
        "t3"."source",
        "t3"."place",
        "t3"."lat",
        "t3"."lon",
        "t3"."x",
        "t3"."y",
        "t3"."title",
        "t3"."summary",
        "t3"."url",
        "t3"."words",
        IF(_u.pos = _u_2.pos_2, _u_2."value") AS "value"
      FROM (
        SELECT
          "t2"."key",
          "t2"."first",
          "t2"."last",
          "t2"."first_month",
          "t2"."last_month",
          "t2"."sure",
          "t2"."edtf",
          "t2"."kind",
          "t2"."region",
          CONCAT(CONCAT(?, REGEXP_REPLACE("t2"."source", ?, ?)), ?) AS "source",
          "t2"."place",
          "t2"."lat",
          "t2"."lon",
          CASE
            WHEN "t2"."lat" IS NOT NULL
            THEN GREATEST(
              0,
              LEAST(
                4095,
                CAST(FLOOR((
                  CAST((
                    "t2"."lon" + 180
                  ) AS DOUBLE) / 360
                ) * 4096) AS BIGINT)
              )
            )
            ELSE CAST(NULL AS BIGINT)
          END AS "x",
          CASE
            WHEN "t2"."lat" IS NOT NULL
            THEN GREATEST(
              0,
              LEAST(
                4095,
                CAST(FLOOR(
                  (
                    CAST((
                      1 - (
                        LN(
                          TAN(
                            RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                          ) + SQRT(
                            (
                              TAN(
                                RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                              ) * TAN(
                                RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                              )
                            ) + 1
                          )
                        ) / CAST(3.141592653589793 AS DOUBLE)
                      )
                    ) AS DOUBLE) / 2
                  ) * 4096
                ) AS BIGINT)
              )
            )
            ELSE CAST(NULL AS BIGINT)
          END AS "y",
          "t2"."title",
          "t2"."summary",
          "t2"."url",
          "t2"."words"
        FROM "as_events" AS "t2"
        WHERE
          "t2"."first" <= "t2"."last"
          AND "t2"."title" IS NOT NULL
          AND CONCAT(CONCAT(?, REGEXP_REPLACE("t2"."source", ?, ?)), ?) IS NOT NULL
      ) AS "t3"
      CROSS JOIN UNNEST(SEQUENCE(1, GREATEST(CARDINALITY(SPLIT("t3"."source", ?))))) AS _u(pos)
      CROSS JOIN UNNEST(SPLIT("t3"."source", ?)) WITH ORDINALITY AS _u_2("value", pos_2)
      WHERE
        _u.pos = _u_2.pos_2
        OR (
          _u.pos > CARDINALITY(SPLIT("t3"."source", ?))
          AND _u_2.pos_2 = CARDINALITY(SPLIT("t3"."source", ?))
        )
    ) AS "t4"
    WHERE
      "t4"."value" <> ? AND STRPOS(LOWER(TRANSLATE("t4"."value", ?, ?)), ?) > 0
  ) AS "t5"
  GROUP BY
    1
) AS "t6"
ORDER BY
  "t6"."count" DESC,
  "t6"."value" ASC;
-- ["/", " ", " \t\n\r\u000b\f", "", "/", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", ";", "\\s*;\\s*", ";", ";", ";", "\\s*;\\s*", ";", ";", ";", ";", ";", ";", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", "o'brien\\' or 1=1 -- %s \"; `"]

-- page
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
            DATE_FORMAT("t0"."date", '%Y-%m-%d')
          )
        END,
        ?
      ),
      NULLIF(TRIM(? FROM "t0"."title"), ?)
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
        DATE_FORMAT("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    NULLIF(TRIM(? FROM "t0"."category"), ?) AS "kind",
    NULLIF(TRIM(? FROM "t0"."region"), ?) AS "region",
    COALESCE(NULLIF(TRIM(? FROM "t0"."source"), ?), CAST(NULL AS VARCHAR)) AS "source",
    CAST(NULL AS VARCHAR) AS "place",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lat",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lon",
    NULLIF(TRIM(? FROM "t0"."title"), ?) AS "title",
    CAST(NULL AS VARCHAR) AS "summary",
    CAST(NULL AS VARCHAR) AS "url",
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(? FROM "t0"."title"), ?), ?), ?, ?)) AS "words"
  FROM "events" AS "t0"
)
SELECT
  *
FROM (
  SELECT
    "t2"."key",
    "t2"."edtf",
    "t2"."first",
    "t2"."last",
    "t2"."title",
    "t2"."summary",
    "t2"."kind",
    "t2"."region",
    CONCAT(CONCAT(?, REGEXP_REPLACE("t2"."source", ?, ?)), ?) AS "source",
    "t2"."place",
    "t2"."lat",
    "t2"."lon",
    "t2"."url"
  FROM "as_events" AS "t2"
  WHERE
    "t2"."first" <= "t2"."last" AND "t2"."title" IS NOT NULL
  ORDER BY
    "t2"."first" ASC,
    "t2"."last" ASC,
    "t2"."key" ASC
  OFFSET 40
  LIMIT 20
) AS "t4"
ORDER BY
  "t4"."first" ASC,
  "t4"."last" ASC,
  "t4"."key" ASC;
-- ["/", " ", " \t\n\r\u000b\f", "", "/", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", ";", "\\s*;\\s*", ";", ";"]

-- entry
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
            DATE_FORMAT("t0"."date", '%Y-%m-%d')
          )
        END,
        ?
      ),
      NULLIF(TRIM(? FROM "t0"."title"), ?)
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
        DATE_FORMAT("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    NULLIF(TRIM(? FROM "t0"."category"), ?) AS "kind",
    NULLIF(TRIM(? FROM "t0"."region"), ?) AS "region",
    COALESCE(NULLIF(TRIM(? FROM "t0"."source"), ?), CAST(NULL AS VARCHAR)) AS "source",
    CAST(NULL AS VARCHAR) AS "place",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lat",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lon",
    NULLIF(TRIM(? FROM "t0"."title"), ?) AS "title",
    CAST(NULL AS VARCHAR) AS "summary",
    CAST(NULL AS VARCHAR) AS "url",
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(? FROM "t0"."title"), ?), ?), ?, ?)) AS "words"
  FROM "events" AS "t0"
)
SELECT
  "t2"."key",
  "t2"."edtf",
  "t2"."first",
  "t2"."last",
  "t2"."title",
  "t2"."summary",
  "t2"."kind",
  "t2"."region",
  CONCAT(CONCAT(?, REGEXP_REPLACE("t2"."source", ?, ?)), ?) AS "source",
  "t2"."place",
  "t2"."lat",
  "t2"."lon",
  "t2"."url"
FROM "as_events" AS "t2"
WHERE
  "t2"."first" <= "t2"."last" AND "t2"."title" IS NOT NULL AND "t2"."key" = ?
LIMIT 1;
-- ["/", " ", " \t\n\r\u000b\f", "", "/", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", ";", "\\s*;\\s*", ";", ";", "o'brien\\' or 1=1 -- %s \"; `"]

-- file
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
            DATE_FORMAT("t0"."date", '%Y-%m-%d')
          )
        END,
        ?
      ),
      NULLIF(TRIM(? FROM "t0"."title"), ?)
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
        DATE_FORMAT("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    NULLIF(TRIM(? FROM "t0"."category"), ?) AS "kind",
    NULLIF(TRIM(? FROM "t0"."region"), ?) AS "region",
    COALESCE(NULLIF(TRIM(? FROM "t0"."source"), ?), CAST(NULL AS VARCHAR)) AS "source",
    CAST(NULL AS VARCHAR) AS "place",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lat",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lon",
    NULLIF(TRIM(? FROM "t0"."title"), ?) AS "title",
    CAST(NULL AS VARCHAR) AS "summary",
    CAST(NULL AS VARCHAR) AS "url",
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(? FROM "t0"."title"), ?), ?), ?, ?)) AS "words"
  FROM "events" AS "t0"
)
SELECT
  "t2"."key",
  "t2"."edtf",
  "t2"."title",
  "t2"."summary",
  "t2"."kind",
  "t2"."region",
  CONCAT(CONCAT(?, REGEXP_REPLACE("t2"."source", ?, ?)), ?) AS "source",
  "t2"."place",
  "t2"."lat",
  "t2"."lon",
  "t2"."url"
FROM "as_events" AS "t2"
WHERE
  "t2"."first" <= "t2"."last" AND "t2"."title" IS NOT NULL
ORDER BY
  "t2"."first" ASC,
  "t2"."last" ASC,
  "t2"."key" ASC;
-- ["/", " ", " \t\n\r\u000b\f", "", "/", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", ";", "\\s*;\\s*", ";", ";"]

-- extent
WITH "as_events" AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN "t0"."date" = "t0"."date"
          THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
          ELSE CONCAT(
            CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
            DATE_FORMAT("t0"."date", '%Y-%m-%d')
          )
        END,
        ?
      ),
      NULLIF(TRIM(? FROM "t0"."title"), ?)
    ) AS "key",
    "t0"."date" AS "first",
    "t0"."date" AS "last",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "first_month",
    (
      (
        CAST(EXTRACT(year FROM "t0"."date") AS BIGINT) * 12
      ) + EXTRACT(month FROM "t0"."date")
    ) - 1 AS "last_month",
    TRUE AS "sure",
    CASE
      WHEN "t0"."date" = "t0"."date"
      THEN DATE_FORMAT("t0"."date", '%Y-%m-%d')
      ELSE CONCAT(
        CONCAT(DATE_FORMAT("t0"."date", '%Y-%m-%d'), ?),
        DATE_FORMAT("t0"."date", '%Y-%m-%d')
      )
    END AS "edtf",
    NULLIF(TRIM(? FROM "t0"."category"), ?) AS "kind",
    NULLIF(TRIM(? FROM "t0"."region"), ?) AS "region",
    COALESCE(NULLIF(TRIM(? FROM "t0"."source"), ?), CAST(NULL AS VARCHAR)) AS "source",
    CAST(NULL AS VARCHAR) AS "place",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lat" BETWEEN -90 AND 90
        THEN "t0"."lat"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lat",
    CASE
      WHEN (
        CASE
          WHEN "t0"."lat" BETWEEN -90 AND 90
          THEN "t0"."lat"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN "t0"."lon" BETWEEN -180 AND 180
          THEN "t0"."lon"
          ELSE CAST(NULL AS DOUBLE)
        END IS NOT NULL
      )
      THEN CASE
        WHEN "t0"."lon" BETWEEN -180 AND 180
        THEN "t0"."lon"
        ELSE CAST(NULL AS DOUBLE)
      END
      ELSE CAST(NULL AS DOUBLE)
    END AS "lon",
    NULLIF(TRIM(? FROM "t0"."title"), ?) AS "title",
    CAST(NULL AS VARCHAR) AS "summary",
    CAST(NULL AS VARCHAR) AS "url",
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(? FROM "t0"."title"), ?), ?), ?, ?)) AS "words"
  FROM "events" AS "t0"
)
SELECT
  COUNT(*) AS "count",
  MIN("t3"."first") FILTER(WHERE
    "t3"."first" > FROM_ISO8601_DATE(?)) AS "start",
  MIN("t3"."last") FILTER(WHERE
    "t3"."last" < FROM_ISO8601_DATE(?)) AS "early",
  MAX("t3"."first") FILTER(WHERE
    "t3"."first" > FROM_ISO8601_DATE(?)) AS "late",
  MAX("t3"."last") FILTER(WHERE
    "t3"."last" < FROM_ISO8601_DATE(?)) AS "until",
  MIN("t3"."lon") AS "west",
  MIN("t3"."lat") AS "south",
  MAX("t3"."lon") AS "east",
  MAX("t3"."lat") AS "north"
FROM (
  SELECT
    "t2"."key",
    "t2"."first",
    "t2"."last",
    "t2"."first_month",
    "t2"."last_month",
    "t2"."sure",
    "t2"."edtf",
    "t2"."kind",
    "t2"."region",
    CONCAT(CONCAT(?, REGEXP_REPLACE("t2"."source", ?, ?)), ?) AS "source",
    "t2"."place",
    "t2"."lat",
    "t2"."lon",
    CASE
      WHEN "t2"."lat" IS NOT NULL
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR((
            CAST((
              "t2"."lon" + 180
            ) AS DOUBLE) / 360
          ) * 4096) AS BIGINT)
        )
      )
      ELSE CAST(NULL AS BIGINT)
    END AS "x",
    CASE
      WHEN "t2"."lat" IS NOT NULL
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR(
            (
              CAST((
                1 - (
                  LN(
                    TAN(
                      RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                    ) + SQRT(
                      (
                        TAN(
                          RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                        ) * TAN(
                          RADIANS(GREATEST(CAST(-85.05 AS DOUBLE), LEAST(CAST(85.05 AS DOUBLE), "t2"."lat")))
                        )
                      ) + 1
                    )
                  ) / CAST(3.141592653589793 AS DOUBLE)
                )
              ) AS DOUBLE) / 2
            ) * 4096
          ) AS BIGINT)
        )
      )
      ELSE CAST(NULL AS BIGINT)
    END AS "y",
    "t2"."title",
    "t2"."summary",
    "t2"."url",
    "t2"."words"
  FROM "as_events" AS "t2"
  WHERE
    "t2"."first" <= "t2"."last" AND "t2"."title" IS NOT NULL
) AS "t3";
-- ["/", " ", " \t\n\r\u000b\f", "", "/", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", " \t\n\r\u000b\f", "", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", "0001-01-01", "9999-12-31", "0001-01-01", "9999-12-31", ";", "\\s*;\\s*", ";", ";"]
