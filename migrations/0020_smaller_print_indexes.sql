DROP INDEX `print_created`;--> statement-breakpoint
DROP INDEX `print_status`;--> statement-breakpoint
DROP INDEX `print_type`;--> statement-breakpoint
DROP INDEX `print_name`;--> statement-breakpoint
DROP INDEX `print_code`;--> statement-breakpoint
DROP INDEX `print_request_key`;--> statement-breakpoint
CREATE INDEX `print_created` ON `print` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `print_status` ON `print` (`user_id`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `print_type` ON `print` (`user_id`,`type`,`created_at`);--> statement-breakpoint
CREATE INDEX `print_name` ON `print` (`user_id`,"name" COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `print_code` ON `print` (`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `print_request_key` ON `print` (`user_id`,`request_key`) WHERE "print"."request_key" IS NOT NULL;--> statement-breakpoint
-- The last attempt is in the row, and only the index repeats it.
DROP TRIGGER `print_parts_added`;--> statement-breakpoint
DROP TRIGGER `print_parts_changed`;--> statement-breakpoint
DROP TRIGGER `archived_print_removed`;--> statement-breakpoint
CREATE TRIGGER `print_parts_added` AFTER INSERT ON `print` WHEN new.`archived_parts` IS NOT NULL BEGIN
  INSERT OR IGNORE INTO `archived_print_part` (`part_id`, `print`)
    SELECT part.value, new.rowid FROM json_each('["$.images","$.attempts","$.others"]') AS path, json_each(new.`archived_parts`, path.value) AS part WHERE part.value IS NOT NULL
    UNION ALL SELECT new.`attempt_id`, new.rowid WHERE new.`attempt_id` IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `print_parts_changed` AFTER UPDATE OF `archived_parts` ON `print` WHEN old.`archived_parts` IS NOT new.`archived_parts` BEGIN
  DELETE FROM `archived_print_part` WHERE `print` = old.rowid AND `part_id` IN (
    SELECT part.value FROM json_each('["$.images","$.attempts","$.others"]') AS path, json_each(old.`archived_parts`, path.value) AS part
    UNION ALL SELECT old.`attempt_id`);
  INSERT OR IGNORE INTO `archived_print_part` (`part_id`, `print`)
    SELECT part.value, new.rowid FROM json_each('["$.images","$.attempts","$.others"]') AS path, json_each(new.`archived_parts`, path.value) AS part WHERE part.value IS NOT NULL
    UNION ALL SELECT new.`attempt_id`, new.rowid WHERE new.`attempt_id` IS NOT NULL AND new.`archived_parts` IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `archived_print_removed` AFTER DELETE ON `print` WHEN old.`archive_key` IS NOT NULL BEGIN
  DELETE FROM `archived_print_part` WHERE `print` = old.rowid AND `part_id` IN (
    SELECT part.value FROM json_each('["$.images","$.attempts","$.others"]') AS path, json_each(old.`archived_parts`, path.value) AS part
    UNION ALL SELECT old.`attempt_id`);
  INSERT OR IGNORE INTO `doomed_object` (`key`, `created_at`)
    SELECT 'layouts/' || value, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM json_each(old.`archived_parts`, '$.attempts')
    UNION ALL SELECT 'layouts/' || old.`attempt_id`, CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE old.`attempt_id` IS NOT NULL;
  INSERT OR IGNORE INTO `doomed_object` (`key`, `created_at`)
    SELECT 'prints/' || old.`archive_key`, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    WHERE NOT EXISTS (SELECT 1 FROM `print` WHERE `archive_key` = old.`archive_key`);
END;
