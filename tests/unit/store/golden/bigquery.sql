-- count
WITH `as_events` AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN `t0`.`date` = `t0`.`date`
          THEN FORMAT_DATE('%F', `t0`.`date`)
          ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
        END,
        @v4
      ),
      NULLIF(TRIM(`t0`.`title`, @v5), @v6)
    ) AS `key`,
    `t0`.`date` AS `first`,
    `t0`.`date` AS `last`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `first_month`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `last_month`,
    TRUE AS `sure`,
    CASE
      WHEN `t0`.`date` = `t0`.`date`
      THEN FORMAT_DATE('%F', `t0`.`date`)
      ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
    END AS `edtf`,
    NULLIF(TRIM(`t0`.`category`, @v5), @v6) AS `kind`,
    NULLIF(TRIM(`t0`.`region`, @v5), @v6) AS `region`,
    COALESCE(NULLIF(TRIM(`t0`.`source`, @v5), @v6), CAST(NULL AS STRING)) AS `source`,
    CAST(NULL AS STRING) AS `place`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lat` BETWEEN -90 AND 90
        THEN `t0`.`lat`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lat`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lon` BETWEEN -180 AND 180
        THEN `t0`.`lon`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lon`,
    NULLIF(TRIM(`t0`.`title`, @v5), @v6) AS `title`,
    CAST(NULL AS STRING) AS `summary`,
    CAST(NULL AS STRING) AS `url`,
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(`t0`.`title`, @v5), @v6), @v6), @v7, @v8)) AS `words`
  FROM `events` AS `t0`
)
SELECT
  COUNT(*) AS `count`
FROM (
  SELECT
    `t2`.`key`,
    `t2`.`first`,
    `t2`.`last`,
    `t2`.`first_month`,
    `t2`.`last_month`,
    `t2`.`sure`,
    `t2`.`edtf`,
    `t2`.`kind`,
    `t2`.`region`,
    CONCAT(CONCAT(@v1, REGEXP_REPLACE(`t2`.`source`, @v2, @v1)), @v1) AS `source`,
    `t2`.`place`,
    `t2`.`lat`,
    `t2`.`lon`,
    CASE
      WHEN `t2`.`lat` IS NOT NULL
      THEN GREATEST(0, LEAST(4095, CAST(FLOOR(ieee_divide(`t2`.`lon` + 180, 360) * 4096) AS INT64)))
      ELSE CAST(NULL AS INT64)
    END AS `x`,
    CASE
      WHEN `t2`.`lat` IS NOT NULL
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR(
            ieee_divide(
              1 - ieee_divide(
                LN(
                  TAN(
                    `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                  ) + SQRT(
                    (
                      TAN(
                        `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                      ) * TAN(
                        `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                      )
                    ) + 1
                  )
                ),
                3.141592653589793
              ),
              2
            ) * 4096
          ) AS INT64)
        )
      )
      ELSE CAST(NULL AS INT64)
    END AS `y`,
    `t2`.`title`,
    `t2`.`summary`,
    `t2`.`url`,
    `t2`.`words`
  FROM `as_events` AS `t2`
  WHERE
    `t2`.`first` <= `t2`.`last` AND `t2`.`title` IS NOT NULL
) AS `t3`;
-- [";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- filtered
WITH `as_events` AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN `t0`.`date` = `t0`.`date`
          THEN FORMAT_DATE('%F', `t0`.`date`)
          ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v13), FORMAT_DATE('%F', `t0`.`date`))
        END,
        @v14
      ),
      NULLIF(TRIM(`t0`.`title`, @v15), @v16)
    ) AS `key`,
    `t0`.`date` AS `first`,
    `t0`.`date` AS `last`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `first_month`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `last_month`,
    TRUE AS `sure`,
    CASE
      WHEN `t0`.`date` = `t0`.`date`
      THEN FORMAT_DATE('%F', `t0`.`date`)
      ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v13), FORMAT_DATE('%F', `t0`.`date`))
    END AS `edtf`,
    NULLIF(TRIM(`t0`.`category`, @v15), @v16) AS `kind`,
    NULLIF(TRIM(`t0`.`region`, @v15), @v16) AS `region`,
    COALESCE(NULLIF(TRIM(`t0`.`source`, @v15), @v16), CAST(NULL AS STRING)) AS `source`,
    CAST(NULL AS STRING) AS `place`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lat` BETWEEN -90 AND 90
        THEN `t0`.`lat`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lat`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lon` BETWEEN -180 AND 180
        THEN `t0`.`lon`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lon`,
    NULLIF(TRIM(`t0`.`title`, @v15), @v16) AS `title`,
    CAST(NULL AS STRING) AS `summary`,
    CAST(NULL AS STRING) AS `url`,
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(`t0`.`title`, @v15), @v16), @v16), @v17, @v18)) AS `words`
  FROM `events` AS `t0`
)
SELECT
  COUNT(*) AS `count`
FROM (
  SELECT
    `t2`.`key`,
    `t2`.`first`,
    `t2`.`last`,
    `t2`.`first_month`,
    `t2`.`last_month`,
    `t2`.`sure`,
    `t2`.`edtf`,
    `t2`.`kind`,
    `t2`.`region`,
    CONCAT(CONCAT(@v1, REGEXP_REPLACE(`t2`.`source`, @v2, @v1)), @v1) AS `source`,
    `t2`.`place`,
    `t2`.`lat`,
    `t2`.`lon`,
    CASE
      WHEN `t2`.`lat` IS NOT NULL
      THEN GREATEST(0, LEAST(4095, CAST(FLOOR(ieee_divide(`t2`.`lon` + 180, 360) * 4096) AS INT64)))
      ELSE CAST(NULL AS INT64)
    END AS `x`,
    CASE
      WHEN `t2`.`lat` IS NOT NULL
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR(
            ieee_divide(
              1 - ieee_divide(
                LN(
                  TAN(
                    `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                  ) + SQRT(
                    (
                      TAN(
                        `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                      ) * TAN(
                        `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                      )
                    ) + 1
                  )
                ),
                3.141592653589793
              ),
              2
            ) * 4096
          ) AS INT64)
        )
      )
      ELSE CAST(NULL AS INT64)
    END AS `y`,
    `t2`.`title`,
    `t2`.`summary`,
    `t2`.`url`,
    `t2`.`words`
  FROM `as_events` AS `t2`
  WHERE
    `t2`.`first` <= `t2`.`last`
    AND `t2`.`title` IS NOT NULL
    AND `t2`.`first` <= DATE(2019, 5, 31)
    AND `t2`.`last` >= DATE(2019, 1, 1)
    AND `t2`.`kind` IN (@v3)
    AND `t2`.`region` IN (@v4)
    AND INSTR(CONCAT(CONCAT(@v1, REGEXP_REPLACE(`t2`.`source`, @v2, @v1)), @v1), @v5) > 0
    AND INSTR(`t2`.`words`, @v6) > 0
    AND INSTR(`t2`.`words`, @v7) > 0
    AND INSTR(`t2`.`words`, @v8) > 0
    AND INSTR(`t2`.`words`, @v9) > 0
    AND INSTR(`t2`.`words`, @v10) > 0
    AND INSTR(`t2`.`words`, @v11) > 0
    AND INSTR(`t2`.`words`, @v12) > 0
) AS `t3`;
-- [";", "\\s*;\\s*", "Protest", "Norte d'Oeste", ";Wire;", "o'brien\\'", "or", "1=1", "--", "%s", "\";", "`", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- bins
WITH `as_events` AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN `t0`.`date` = `t0`.`date`
          THEN FORMAT_DATE('%F', `t0`.`date`)
          ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
        END,
        @v4
      ),
      NULLIF(TRIM(`t0`.`title`, @v5), @v6)
    ) AS `key`,
    `t0`.`date` AS `first`,
    `t0`.`date` AS `last`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `first_month`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `last_month`,
    TRUE AS `sure`,
    CASE
      WHEN `t0`.`date` = `t0`.`date`
      THEN FORMAT_DATE('%F', `t0`.`date`)
      ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
    END AS `edtf`,
    NULLIF(TRIM(`t0`.`category`, @v5), @v6) AS `kind`,
    NULLIF(TRIM(`t0`.`region`, @v5), @v6) AS `region`,
    COALESCE(NULLIF(TRIM(`t0`.`source`, @v5), @v6), CAST(NULL AS STRING)) AS `source`,
    CAST(NULL AS STRING) AS `place`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lat` BETWEEN -90 AND 90
        THEN `t0`.`lat`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lat`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lon` BETWEEN -180 AND 180
        THEN `t0`.`lon`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lon`,
    NULLIF(TRIM(`t0`.`title`, @v5), @v6) AS `title`,
    CAST(NULL AS STRING) AS `summary`,
    CAST(NULL AS STRING) AS `url`,
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(`t0`.`title`, @v5), @v6), @v6), @v7, @v8)) AS `words`
  FROM `events` AS `t0`
)
SELECT
  `t3`.`kind`,
  `t3`.`start`,
  `t3`.`until`,
  COUNT(*) AS `count`
FROM (
  SELECT
    `t2`.`key`,
    `t2`.`first`,
    `t2`.`last`,
    `t2`.`first_month`,
    `t2`.`last_month`,
    `t2`.`sure`,
    `t2`.`edtf`,
    `t2`.`kind`,
    `t2`.`region`,
    CONCAT(CONCAT(@v1, REGEXP_REPLACE(`t2`.`source`, @v2, @v1)), @v1) AS `source`,
    `t2`.`place`,
    `t2`.`lat`,
    `t2`.`lon`,
    CASE
      WHEN `t2`.`lat` IS NOT NULL
      THEN GREATEST(0, LEAST(4095, CAST(FLOOR(ieee_divide(`t2`.`lon` + 180, 360) * 4096) AS INT64)))
      ELSE CAST(NULL AS INT64)
    END AS `x`,
    CASE
      WHEN `t2`.`lat` IS NOT NULL
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR(
            ieee_divide(
              1 - ieee_divide(
                LN(
                  TAN(
                    `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                  ) + SQRT(
                    (
                      TAN(
                        `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                      ) * TAN(
                        `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                      )
                    ) + 1
                  )
                ),
                3.141592653589793
              ),
              2
            ) * 4096
          ) AS INT64)
        )
      )
      ELSE CAST(NULL AS INT64)
    END AS `y`,
    `t2`.`title`,
    `t2`.`summary`,
    `t2`.`url`,
    `t2`.`words`,
    GREATEST(`t2`.`first_month`, 24228) AS `start`,
    LEAST(`t2`.`last_month`, 24232) AS `until`
  FROM `as_events` AS `t2`
  WHERE
    `t2`.`first` <= `t2`.`last`
    AND `t2`.`title` IS NOT NULL
    AND `t2`.`first` <= DATE(2019, 5, 31)
    AND `t2`.`last` >= DATE(2019, 1, 1)
) AS `t3`
GROUP BY
  1,
  2,
  3;
-- [";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- cells
WITH `as_events` AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN `t0`.`date` = `t0`.`date`
          THEN FORMAT_DATE('%F', `t0`.`date`)
          ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
        END,
        @v4
      ),
      NULLIF(TRIM(`t0`.`title`, @v5), @v6)
    ) AS `key`,
    `t0`.`date` AS `first`,
    `t0`.`date` AS `last`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `first_month`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `last_month`,
    TRUE AS `sure`,
    CASE
      WHEN `t0`.`date` = `t0`.`date`
      THEN FORMAT_DATE('%F', `t0`.`date`)
      ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
    END AS `edtf`,
    NULLIF(TRIM(`t0`.`category`, @v5), @v6) AS `kind`,
    NULLIF(TRIM(`t0`.`region`, @v5), @v6) AS `region`,
    COALESCE(NULLIF(TRIM(`t0`.`source`, @v5), @v6), CAST(NULL AS STRING)) AS `source`,
    CAST(NULL AS STRING) AS `place`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lat` BETWEEN -90 AND 90
        THEN `t0`.`lat`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lat`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lon` BETWEEN -180 AND 180
        THEN `t0`.`lon`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lon`,
    NULLIF(TRIM(`t0`.`title`, @v5), @v6) AS `title`,
    CAST(NULL AS STRING) AS `summary`,
    CAST(NULL AS STRING) AS `url`,
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(`t0`.`title`, @v5), @v6), @v6), @v7, @v8)) AS `words`
  FROM `events` AS `t0`
)
SELECT
  *
FROM (
  SELECT
    `t4`.`cx`,
    `t4`.`cy`,
    ieee_divide(SUM(`t4`.`lat`), COUNT(*)) AS `lat`,
    ieee_divide(SUM(`t4`.`lon`), COUNT(*)) AS `lon`,
    COUNT(*) AS `count`
  FROM (
    SELECT
      `t3`.`key`,
      `t3`.`first`,
      `t3`.`last`,
      `t3`.`first_month`,
      `t3`.`last_month`,
      `t3`.`sure`,
      `t3`.`edtf`,
      `t3`.`kind`,
      `t3`.`region`,
      `t3`.`source`,
      `t3`.`place`,
      `t3`.`lat`,
      `t3`.`lon`,
      `t3`.`x`,
      `t3`.`y`,
      `t3`.`title`,
      `t3`.`summary`,
      `t3`.`url`,
      `t3`.`words`,
      CAST(FLOOR(ieee_divide(`t3`.`x`, 64)) AS INT64) AS `cx`,
      CAST(FLOOR(ieee_divide(`t3`.`y`, 64)) AS INT64) AS `cy`
    FROM (
      SELECT
        `t2`.`key`,
        `t2`.`first`,
        `t2`.`last`,
        `t2`.`first_month`,
        `t2`.`last_month`,
        `t2`.`sure`,
        `t2`.`edtf`,
        `t2`.`kind`,
        `t2`.`region`,
        CONCAT(CONCAT(@v1, REGEXP_REPLACE(`t2`.`source`, @v2, @v1)), @v1) AS `source`,
        `t2`.`place`,
        `t2`.`lat`,
        `t2`.`lon`,
        CASE
          WHEN `t2`.`lat` IS NOT NULL
          THEN GREATEST(0, LEAST(4095, CAST(FLOOR(ieee_divide(`t2`.`lon` + 180, 360) * 4096) AS INT64)))
          ELSE CAST(NULL AS INT64)
        END AS `x`,
        CASE
          WHEN `t2`.`lat` IS NOT NULL
          THEN GREATEST(
            0,
            LEAST(
              4095,
              CAST(FLOOR(
                ieee_divide(
                  1 - ieee_divide(
                    LN(
                      TAN(
                        `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                      ) + SQRT(
                        (
                          TAN(
                            `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                          ) * TAN(
                            `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                          )
                        ) + 1
                      )
                    ),
                    3.141592653589793
                  ),
                  2
                ) * 4096
              ) AS INT64)
            )
          )
          ELSE CAST(NULL AS INT64)
        END AS `y`,
        `t2`.`title`,
        `t2`.`summary`,
        `t2`.`url`,
        `t2`.`words`
      FROM `as_events` AS `t2`
      WHERE
        `t2`.`first` <= `t2`.`last`
        AND `t2`.`title` IS NOT NULL
        AND CASE
          WHEN `t2`.`lat` IS NOT NULL
          THEN GREATEST(0, LEAST(4095, CAST(FLOOR(ieee_divide(`t2`.`lon` + 180, 360) * 4096) AS INT64)))
          ELSE CAST(NULL AS INT64)
        END IS NOT NULL
        AND `t2`.`lon` BETWEEN -73.0 AND -72.0
        AND `t2`.`lat` BETWEEN 7.0 AND 8.5
    ) AS `t3`
  ) AS `t4`
  GROUP BY
    1,
    2
) AS `t5`
ORDER BY
  `t5`.`count` DESC,
  `t5`.`cx` ASC NULLS LAST,
  `t5`.`cy` ASC NULLS LAST;
-- [";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- kinds
WITH `as_events` AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN `t0`.`date` = `t0`.`date`
          THEN FORMAT_DATE('%F', `t0`.`date`)
          ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
        END,
        @v4
      ),
      NULLIF(TRIM(`t0`.`title`, @v5), @v6)
    ) AS `key`,
    `t0`.`date` AS `first`,
    `t0`.`date` AS `last`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `first_month`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `last_month`,
    TRUE AS `sure`,
    CASE
      WHEN `t0`.`date` = `t0`.`date`
      THEN FORMAT_DATE('%F', `t0`.`date`)
      ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
    END AS `edtf`,
    NULLIF(TRIM(`t0`.`category`, @v5), @v6) AS `kind`,
    NULLIF(TRIM(`t0`.`region`, @v5), @v6) AS `region`,
    COALESCE(NULLIF(TRIM(`t0`.`source`, @v5), @v6), CAST(NULL AS STRING)) AS `source`,
    CAST(NULL AS STRING) AS `place`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lat` BETWEEN -90 AND 90
        THEN `t0`.`lat`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lat`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lon` BETWEEN -180 AND 180
        THEN `t0`.`lon`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lon`,
    NULLIF(TRIM(`t0`.`title`, @v5), @v6) AS `title`,
    CAST(NULL AS STRING) AS `summary`,
    CAST(NULL AS STRING) AS `url`,
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(`t0`.`title`, @v5), @v6), @v6), @v7, @v8)) AS `words`
  FROM `events` AS `t0`
)
SELECT
  *
FROM (
  SELECT
    `t3`.`value`,
    COUNT(*) AS `count`
  FROM (
    SELECT
      `t2`.`key`,
      `t2`.`first`,
      `t2`.`last`,
      `t2`.`first_month`,
      `t2`.`last_month`,
      `t2`.`sure`,
      `t2`.`edtf`,
      `t2`.`kind`,
      `t2`.`region`,
      CONCAT(CONCAT(@v1, REGEXP_REPLACE(`t2`.`source`, @v2, @v1)), @v1) AS `source`,
      `t2`.`place`,
      `t2`.`lat`,
      `t2`.`lon`,
      CASE
        WHEN `t2`.`lat` IS NOT NULL
        THEN GREATEST(0, LEAST(4095, CAST(FLOOR(ieee_divide(`t2`.`lon` + 180, 360) * 4096) AS INT64)))
        ELSE CAST(NULL AS INT64)
      END AS `x`,
      CASE
        WHEN `t2`.`lat` IS NOT NULL
        THEN GREATEST(
          0,
          LEAST(
            4095,
            CAST(FLOOR(
              ieee_divide(
                1 - ieee_divide(
                  LN(
                    TAN(
                      `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                    ) + SQRT(
                      (
                        TAN(
                          `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                        ) * TAN(
                          `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                        )
                      ) + 1
                    )
                  ),
                  3.141592653589793
                ),
                2
              ) * 4096
            ) AS INT64)
          )
        )
        ELSE CAST(NULL AS INT64)
      END AS `y`,
      `t2`.`title`,
      `t2`.`summary`,
      `t2`.`url`,
      `t2`.`words`,
      `t2`.`kind` AS `value`
    FROM `as_events` AS `t2`
    WHERE
      `t2`.`first` <= `t2`.`last` AND `t2`.`title` IS NOT NULL
  ) AS `t3`
  GROUP BY
    1
) AS `t4`
ORDER BY
  `t4`.`count` DESC,
  `t4`.`value` ASC NULLS LAST;
-- [";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- sources
WITH `as_events` AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN `t0`.`date` = `t0`.`date`
          THEN FORMAT_DATE('%F', `t0`.`date`)
          ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v7), FORMAT_DATE('%F', `t0`.`date`))
        END,
        @v8
      ),
      NULLIF(TRIM(`t0`.`title`, @v9), @v3)
    ) AS `key`,
    `t0`.`date` AS `first`,
    `t0`.`date` AS `last`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `first_month`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `last_month`,
    TRUE AS `sure`,
    CASE
      WHEN `t0`.`date` = `t0`.`date`
      THEN FORMAT_DATE('%F', `t0`.`date`)
      ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v7), FORMAT_DATE('%F', `t0`.`date`))
    END AS `edtf`,
    NULLIF(TRIM(`t0`.`category`, @v9), @v3) AS `kind`,
    NULLIF(TRIM(`t0`.`region`, @v9), @v3) AS `region`,
    COALESCE(NULLIF(TRIM(`t0`.`source`, @v9), @v3), CAST(NULL AS STRING)) AS `source`,
    CAST(NULL AS STRING) AS `place`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lat` BETWEEN -90 AND 90
        THEN `t0`.`lat`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lat`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lon` BETWEEN -180 AND 180
        THEN `t0`.`lon`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lon`,
    NULLIF(TRIM(`t0`.`title`, @v9), @v3) AS `title`,
    CAST(NULL AS STRING) AS `summary`,
    CAST(NULL AS STRING) AS `url`,
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(`t0`.`title`, @v9), @v3), @v3), @v4, @v5)) AS `words`
  FROM `events` AS `t0`
)
SELECT
  *
FROM (
  SELECT
    `t5`.`value`,
    COUNT(*) AS `count`
  FROM (
    SELECT
      *
    FROM (
      SELECT
        `t3`.`key`,
        `t3`.`first`,
        `t3`.`last`,
        `t3`.`first_month`,
        `t3`.`last_month`,
        `t3`.`sure`,
        `t3`.`edtf`,
        `t3`.`kind`,
        `t3`.`region`,
        `t3`.`source`,
        `t3`.`place`,
        `t3`.`lat`,
        `t3`.`lon`,
        `t3`.`x`,
        `t3`.`y`,
        `t3`.`title`,
        `t3`.`summary`,
        `t3`.`url`,
        `t3`.`words`,
        IF(pos = pos_2, `value`, NULL) AS `value`
      FROM (
        SELECT
          `t2`.`key`,
          `t2`.`first`,
          `t2`.`last`,
          `t2`.`first_month`,
          `t2`.`last_month`,
          `t2`.`sure`,
          `t2`.`edtf`,
          `t2`.`kind`,
          `t2`.`region`,
          CONCAT(CONCAT(@v1, REGEXP_REPLACE(`t2`.`source`, @v2, @v1)), @v1) AS `source`,
          `t2`.`place`,
          `t2`.`lat`,
          `t2`.`lon`,
          CASE
            WHEN `t2`.`lat` IS NOT NULL
            THEN GREATEST(0, LEAST(4095, CAST(FLOOR(ieee_divide(`t2`.`lon` + 180, 360) * 4096) AS INT64)))
            ELSE CAST(NULL AS INT64)
          END AS `x`,
          CASE
            WHEN `t2`.`lat` IS NOT NULL
            THEN GREATEST(
              0,
              LEAST(
                4095,
                CAST(FLOOR(
                  ieee_divide(
                    1 - ieee_divide(
                      LN(
                        TAN(
                          `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                        ) + SQRT(
                          (
                            TAN(
                              `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                            ) * TAN(
                              `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                            )
                          ) + 1
                        )
                      ),
                      3.141592653589793
                    ),
                    2
                  ) * 4096
                ) AS INT64)
              )
            )
            ELSE CAST(NULL AS INT64)
          END AS `y`,
          `t2`.`title`,
          `t2`.`summary`,
          `t2`.`url`,
          `t2`.`words`
        FROM `as_events` AS `t2`
        WHERE
          `t2`.`first` <= `t2`.`last`
          AND `t2`.`title` IS NOT NULL
          AND CONCAT(CONCAT(@v1, REGEXP_REPLACE(`t2`.`source`, @v2, @v1)), @v1) IS NOT NULL
      ) AS `t3`
      CROSS JOIN UNNEST(GENERATE_ARRAY(0, GREATEST(ARRAY_LENGTH(SPLIT(`t3`.`source`, @v1))) - 1)) AS pos
      CROSS JOIN UNNEST(SPLIT(`t3`.`source`, @v1)) AS `value` WITH OFFSET AS pos_2
      WHERE
        pos = pos_2
        OR (
          pos > (
            ARRAY_LENGTH(SPLIT(`t3`.`source`, @v1)) - 1
          )
          AND pos_2 = (
            ARRAY_LENGTH(SPLIT(`t3`.`source`, @v1)) - 1
          )
        )
    ) AS `t4`
    WHERE
      `t4`.`value` <> @v3 AND INSTR(LOWER(TRANSLATE(`t4`.`value`, @v4, @v5)), @v6) > 0
  ) AS `t5`
  GROUP BY
    1
) AS `t6`
ORDER BY
  `t6`.`count` DESC,
  `t6`.`value` ASC NULLS LAST;
-- [";", "\\s*;\\s*", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY", "o'brien\\' or 1=1 -- %s \"; `", "/", " ", " \t\n\r\u000b\f"]

-- page
WITH `as_events` AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN `t0`.`date` = `t0`.`date`
          THEN FORMAT_DATE('%F', `t0`.`date`)
          ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
        END,
        @v4
      ),
      NULLIF(TRIM(`t0`.`title`, @v5), @v6)
    ) AS `key`,
    `t0`.`date` AS `first`,
    `t0`.`date` AS `last`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `first_month`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `last_month`,
    TRUE AS `sure`,
    CASE
      WHEN `t0`.`date` = `t0`.`date`
      THEN FORMAT_DATE('%F', `t0`.`date`)
      ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
    END AS `edtf`,
    NULLIF(TRIM(`t0`.`category`, @v5), @v6) AS `kind`,
    NULLIF(TRIM(`t0`.`region`, @v5), @v6) AS `region`,
    COALESCE(NULLIF(TRIM(`t0`.`source`, @v5), @v6), CAST(NULL AS STRING)) AS `source`,
    CAST(NULL AS STRING) AS `place`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lat` BETWEEN -90 AND 90
        THEN `t0`.`lat`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lat`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lon` BETWEEN -180 AND 180
        THEN `t0`.`lon`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lon`,
    NULLIF(TRIM(`t0`.`title`, @v5), @v6) AS `title`,
    CAST(NULL AS STRING) AS `summary`,
    CAST(NULL AS STRING) AS `url`,
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(`t0`.`title`, @v5), @v6), @v6), @v7, @v8)) AS `words`
  FROM `events` AS `t0`
)
SELECT
  *
FROM (
  SELECT
    `t2`.`key`,
    `t2`.`edtf`,
    `t2`.`first`,
    `t2`.`last`,
    `t2`.`title`,
    `t2`.`summary`,
    `t2`.`kind`,
    `t2`.`region`,
    CONCAT(CONCAT(@v1, REGEXP_REPLACE(`t2`.`source`, @v2, @v1)), @v1) AS `source`,
    `t2`.`place`,
    `t2`.`lat`,
    `t2`.`lon`,
    `t2`.`url`
  FROM `as_events` AS `t2`
  WHERE
    `t2`.`first` <= `t2`.`last` AND `t2`.`title` IS NOT NULL
  ORDER BY
    `t2`.`first` ASC NULLS LAST,
    `t2`.`last` ASC NULLS LAST,
    `t2`.`key` ASC NULLS LAST
  LIMIT 20
  OFFSET 40
) AS `t4`
ORDER BY
  `t4`.`first` ASC NULLS LAST,
  `t4`.`last` ASC NULLS LAST,
  `t4`.`key` ASC NULLS LAST;
-- [";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- entry
WITH `as_events` AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN `t0`.`date` = `t0`.`date`
          THEN FORMAT_DATE('%F', `t0`.`date`)
          ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v4), FORMAT_DATE('%F', `t0`.`date`))
        END,
        @v5
      ),
      NULLIF(TRIM(`t0`.`title`, @v6), @v7)
    ) AS `key`,
    `t0`.`date` AS `first`,
    `t0`.`date` AS `last`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `first_month`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `last_month`,
    TRUE AS `sure`,
    CASE
      WHEN `t0`.`date` = `t0`.`date`
      THEN FORMAT_DATE('%F', `t0`.`date`)
      ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v4), FORMAT_DATE('%F', `t0`.`date`))
    END AS `edtf`,
    NULLIF(TRIM(`t0`.`category`, @v6), @v7) AS `kind`,
    NULLIF(TRIM(`t0`.`region`, @v6), @v7) AS `region`,
    COALESCE(NULLIF(TRIM(`t0`.`source`, @v6), @v7), CAST(NULL AS STRING)) AS `source`,
    CAST(NULL AS STRING) AS `place`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lat` BETWEEN -90 AND 90
        THEN `t0`.`lat`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lat`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lon` BETWEEN -180 AND 180
        THEN `t0`.`lon`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lon`,
    NULLIF(TRIM(`t0`.`title`, @v6), @v7) AS `title`,
    CAST(NULL AS STRING) AS `summary`,
    CAST(NULL AS STRING) AS `url`,
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(`t0`.`title`, @v6), @v7), @v7), @v8, @v9)) AS `words`
  FROM `events` AS `t0`
)
SELECT
  `t2`.`key`,
  `t2`.`edtf`,
  `t2`.`first`,
  `t2`.`last`,
  `t2`.`title`,
  `t2`.`summary`,
  `t2`.`kind`,
  `t2`.`region`,
  CONCAT(CONCAT(@v1, REGEXP_REPLACE(`t2`.`source`, @v2, @v1)), @v1) AS `source`,
  `t2`.`place`,
  `t2`.`lat`,
  `t2`.`lon`,
  `t2`.`url`
FROM `as_events` AS `t2`
WHERE
  `t2`.`first` <= `t2`.`last` AND `t2`.`title` IS NOT NULL AND `t2`.`key` = @v3
LIMIT 1;
-- [";", "\\s*;\\s*", "o'brien\\' or 1=1 -- %s \"; `", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- file
WITH `as_events` AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN `t0`.`date` = `t0`.`date`
          THEN FORMAT_DATE('%F', `t0`.`date`)
          ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
        END,
        @v4
      ),
      NULLIF(TRIM(`t0`.`title`, @v5), @v6)
    ) AS `key`,
    `t0`.`date` AS `first`,
    `t0`.`date` AS `last`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `first_month`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `last_month`,
    TRUE AS `sure`,
    CASE
      WHEN `t0`.`date` = `t0`.`date`
      THEN FORMAT_DATE('%F', `t0`.`date`)
      ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
    END AS `edtf`,
    NULLIF(TRIM(`t0`.`category`, @v5), @v6) AS `kind`,
    NULLIF(TRIM(`t0`.`region`, @v5), @v6) AS `region`,
    COALESCE(NULLIF(TRIM(`t0`.`source`, @v5), @v6), CAST(NULL AS STRING)) AS `source`,
    CAST(NULL AS STRING) AS `place`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lat` BETWEEN -90 AND 90
        THEN `t0`.`lat`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lat`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lon` BETWEEN -180 AND 180
        THEN `t0`.`lon`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lon`,
    NULLIF(TRIM(`t0`.`title`, @v5), @v6) AS `title`,
    CAST(NULL AS STRING) AS `summary`,
    CAST(NULL AS STRING) AS `url`,
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(`t0`.`title`, @v5), @v6), @v6), @v7, @v8)) AS `words`
  FROM `events` AS `t0`
)
SELECT
  `t2`.`key`,
  `t2`.`edtf`,
  `t2`.`title`,
  `t2`.`summary`,
  `t2`.`kind`,
  `t2`.`region`,
  CONCAT(CONCAT(@v1, REGEXP_REPLACE(`t2`.`source`, @v2, @v1)), @v1) AS `source`,
  `t2`.`place`,
  `t2`.`lat`,
  `t2`.`lon`,
  `t2`.`url`
FROM `as_events` AS `t2`
WHERE
  `t2`.`first` <= `t2`.`last` AND `t2`.`title` IS NOT NULL
ORDER BY
  `t2`.`first` ASC NULLS LAST,
  `t2`.`last` ASC NULLS LAST,
  `t2`.`key` ASC NULLS LAST;
-- [";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]

-- extent
WITH `as_events` AS (
  SELECT
    CONCAT(
      CONCAT(
        CASE
          WHEN `t0`.`date` = `t0`.`date`
          THEN FORMAT_DATE('%F', `t0`.`date`)
          ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
        END,
        @v4
      ),
      NULLIF(TRIM(`t0`.`title`, @v5), @v6)
    ) AS `key`,
    `t0`.`date` AS `first`,
    `t0`.`date` AS `last`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `first_month`,
    (
      (
        CAST(EXTRACT(year FROM `t0`.`date`) AS INT64) * 12
      ) + EXTRACT(month FROM `t0`.`date`)
    ) - 1 AS `last_month`,
    TRUE AS `sure`,
    CASE
      WHEN `t0`.`date` = `t0`.`date`
      THEN FORMAT_DATE('%F', `t0`.`date`)
      ELSE CONCAT(CONCAT(FORMAT_DATE('%F', `t0`.`date`), @v3), FORMAT_DATE('%F', `t0`.`date`))
    END AS `edtf`,
    NULLIF(TRIM(`t0`.`category`, @v5), @v6) AS `kind`,
    NULLIF(TRIM(`t0`.`region`, @v5), @v6) AS `region`,
    COALESCE(NULLIF(TRIM(`t0`.`source`, @v5), @v6), CAST(NULL AS STRING)) AS `source`,
    CAST(NULL AS STRING) AS `place`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lat` BETWEEN -90 AND 90
        THEN `t0`.`lat`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lat`,
    CASE
      WHEN (
        CASE
          WHEN `t0`.`lat` BETWEEN -90 AND 90
          THEN `t0`.`lat`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      AND (
        CASE
          WHEN `t0`.`lon` BETWEEN -180 AND 180
          THEN `t0`.`lon`
          ELSE CAST(NULL AS FLOAT64)
        END IS NOT NULL
      )
      THEN CASE
        WHEN `t0`.`lon` BETWEEN -180 AND 180
        THEN `t0`.`lon`
        ELSE CAST(NULL AS FLOAT64)
      END
      ELSE CAST(NULL AS FLOAT64)
    END AS `lon`,
    NULLIF(TRIM(`t0`.`title`, @v5), @v6) AS `title`,
    CAST(NULL AS STRING) AS `summary`,
    CAST(NULL AS STRING) AS `url`,
    LOWER(TRANSLATE(COALESCE(NULLIF(TRIM(`t0`.`title`, @v5), @v6), @v6), @v7, @v8)) AS `words`
  FROM `events` AS `t0`
)
SELECT
  COUNT(*) AS `count`,
  MIN(IF(`t3`.`first` > DATE(1, 1, 1), `t3`.`first`, NULL)) AS `start`,
  MIN(IF(`t3`.`last` < DATE(9999, 12, 31), `t3`.`last`, NULL)) AS `early`,
  MAX(IF(`t3`.`first` > DATE(1, 1, 1), `t3`.`first`, NULL)) AS `late`,
  MAX(IF(`t3`.`last` < DATE(9999, 12, 31), `t3`.`last`, NULL)) AS `until`,
  MIN(`t3`.`lon`) AS `west`,
  MIN(`t3`.`lat`) AS `south`,
  MAX(`t3`.`lon`) AS `east`,
  MAX(`t3`.`lat`) AS `north`
FROM (
  SELECT
    `t2`.`key`,
    `t2`.`first`,
    `t2`.`last`,
    `t2`.`first_month`,
    `t2`.`last_month`,
    `t2`.`sure`,
    `t2`.`edtf`,
    `t2`.`kind`,
    `t2`.`region`,
    CONCAT(CONCAT(@v1, REGEXP_REPLACE(`t2`.`source`, @v2, @v1)), @v1) AS `source`,
    `t2`.`place`,
    `t2`.`lat`,
    `t2`.`lon`,
    CASE
      WHEN `t2`.`lat` IS NOT NULL
      THEN GREATEST(0, LEAST(4095, CAST(FLOOR(ieee_divide(`t2`.`lon` + 180, 360) * 4096) AS INT64)))
      ELSE CAST(NULL AS INT64)
    END AS `x`,
    CASE
      WHEN `t2`.`lat` IS NOT NULL
      THEN GREATEST(
        0,
        LEAST(
          4095,
          CAST(FLOOR(
            ieee_divide(
              1 - ieee_divide(
                LN(
                  TAN(
                    `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                  ) + SQRT(
                    (
                      TAN(
                        `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                      ) * TAN(
                        `bigquery-public-data`.persistent_udfs.radians(GREATEST(-85.05, LEAST(85.05, `t2`.`lat`)))
                      )
                    ) + 1
                  )
                ),
                3.141592653589793
              ),
              2
            ) * 4096
          ) AS INT64)
        )
      )
      ELSE CAST(NULL AS INT64)
    END AS `y`,
    `t2`.`title`,
    `t2`.`summary`,
    `t2`.`url`,
    `t2`.`words`
  FROM `as_events` AS `t2`
  WHERE
    `t2`.`first` <= `t2`.`last` AND `t2`.`title` IS NOT NULL
) AS `t3`;
-- [";", "\\s*;\\s*", "/", " ", " \t\n\r\u000b\f", "", "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ", "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"]
