ALTER TABLE `image_ink` ADD `user_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `image_ink` ADD `last_used_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `image_ink` SET `user_id` = (SELECT `user_id` FROM `image` WHERE `id` = `image_id`), `last_used_at` = `created_at`;--> statement-breakpoint
CREATE INDEX `image_ink_used` ON `image_ink` (`user_id`,`last_used_at`) WHERE "image_ink"."retry_at" IS NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `sync_moved_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `integration` SET `sync_moved_at` = `next_sync_at`;--> statement-breakpoint
CREATE INDEX `shipment_next` ON `shipment` (`user_id`,`retry_at`,`id`) WHERE "shipment"."retry_at" IS NOT NULL;