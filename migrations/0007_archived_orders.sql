CREATE TABLE `archived_item` (
	`item_id` text PRIMARY KEY NOT NULL,
	`archive_key` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `archived_item_key` ON `archived_item` (`archive_key`);--> statement-breakpoint
ALTER TABLE `order` ADD `archive_key` text;--> statement-breakpoint
ALTER TABLE `order` ADD `archived_words` text;--> statement-breakpoint
ALTER TABLE `order` ADD `archived_items` integer;--> statement-breakpoint
CREATE INDEX `order_archive` ON `order` (`archive_key`) WHERE "order"."archive_key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `order_unarchived` ON `order` (`shipped_at`,`id`) WHERE "order"."shipped_at" IS NOT NULL AND "order"."archive_key" IS NULL;--> statement-breakpoint
ALTER TABLE `print` ADD `has_archived_orders` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `print` ADD `archived_ship_by` integer;--> statement-breakpoint
ALTER TABLE `print_item` ADD `archive_key` text;--> statement-breakpoint
CREATE TRIGGER `archived_order_removed` AFTER DELETE ON `order`
WHEN old.`archive_key` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `order` WHERE `archive_key` = old.`archive_key`) BEGIN
  INSERT OR IGNORE INTO `doomed_object` (`key`, `created_at`) VALUES ('orders/' || old.`archive_key`, CAST(unixepoch('subsec') * 1000 AS INTEGER));
  DELETE FROM `archived_item` WHERE `archive_key` = old.`archive_key`;
END;
