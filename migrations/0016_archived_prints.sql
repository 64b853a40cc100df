CREATE TABLE `archived_print_part` (
	`part_id` text NOT NULL,
	`print` integer NOT NULL,
	PRIMARY KEY(`part_id`, `print`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `print` ADD `archive_key` text;--> statement-breakpoint
ALTER TABLE `print` ADD `archived_parts` text;--> statement-breakpoint
ALTER TABLE `print` ADD `restored_at` integer;--> statement-breakpoint
CREATE INDEX `print_archive` ON `print` (`archive_key`) WHERE "print"."archive_key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `print_unarchived` ON `print` (`printed_at`,`id`) WHERE "print"."status" = 'Deleted' AND "print"."printed_at" IS NOT NULL AND "print"."archive_key" IS NULL;--> statement-breakpoint
CREATE TRIGGER `print_parts_added` AFTER INSERT ON `print` WHEN new.`archived_parts` IS NOT NULL BEGIN
  INSERT OR IGNORE INTO `archived_print_part` (`part_id`, `print`)
    SELECT part.value, new.rowid FROM json_each('["$.images","$.attempts","$.others"]') AS path, json_each(new.`archived_parts`, path.value) AS part WHERE part.value IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `print_parts_changed` AFTER UPDATE OF `archived_parts` ON `print` WHEN old.`archived_parts` IS NOT new.`archived_parts` BEGIN
  DELETE FROM `archived_print_part` WHERE `print` = old.rowid AND `part_id` IN (
    SELECT part.value FROM json_each('["$.images","$.attempts","$.others"]') AS path, json_each(old.`archived_parts`, path.value) AS part);
  INSERT OR IGNORE INTO `archived_print_part` (`part_id`, `print`)
    SELECT part.value, new.rowid FROM json_each('["$.images","$.attempts","$.others"]') AS path, json_each(new.`archived_parts`, path.value) AS part WHERE part.value IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `archived_print_removed` AFTER DELETE ON `print` WHEN old.`archive_key` IS NOT NULL BEGIN
  DELETE FROM `archived_print_part` WHERE `print` = old.rowid AND `part_id` IN (
    SELECT part.value FROM json_each('["$.images","$.attempts","$.others"]') AS path, json_each(old.`archived_parts`, path.value) AS part);
  INSERT OR IGNORE INTO `doomed_object` (`key`, `created_at`)
    SELECT 'layouts/' || value, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM json_each(old.`archived_parts`, '$.attempts');
  INSERT OR IGNORE INTO `doomed_object` (`key`, `created_at`)
    SELECT 'prints/' || old.`archive_key`, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    WHERE NOT EXISTS (SELECT 1 FROM `print` WHERE `archive_key` = old.`archive_key`);
END;
