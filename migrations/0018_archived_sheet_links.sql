-- A sheet is found by a word that no other part of a print is named by. Tokens alone have 24 letters.
UPDATE `print` SET `archived_parts` = json_set(`archived_parts`, '$.others', (
  SELECT json_group_array(CASE WHEN length(value) = 24 AND value NOT LIKE '%:%' THEN 'sheet:' || value ELSE value END)
  FROM json_each(`archived_parts`, '$.others')))
WHERE `archive_key` IS NOT NULL;
--> statement-breakpoint
-- An older Worker completes attempts without their film, until the new one is live.
UPDATE `attempt` SET `film_in` = (SELECT total(1.0 * `length_px` / `attempt`.`dpi`) FROM `sheet` WHERE `attempt_id` = `attempt`.`id` AND `writing_id` IS NULL)
WHERE `state` = 'completed' AND `updated_at` > (unixepoch() - 32 * 86400) * 1000 AND `film_in` IS NULL;
--> statement-breakpoint
CREATE TRIGGER `attempt_film_missing` AFTER UPDATE OF `state` ON `attempt` WHEN new.`state` = 'completed' AND new.`film_in` IS NULL BEGIN
  UPDATE `attempt` SET `film_in` = (SELECT total(1.0 * `length_px` / new.`dpi`) FROM `sheet` WHERE `attempt_id` = new.`id` AND `writing_id` IS NULL)
  WHERE `id` = new.`id`;
END;
