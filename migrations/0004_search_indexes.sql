DROP INDEX `image_name`;--> statement-breakpoint
CREATE INDEX `image_name` ON `image` (`user_id`,"name" COLLATE NOCASE,`id`);--> statement-breakpoint
DROP INDEX `print_created`;--> statement-breakpoint
DROP INDEX `print_printed`;--> statement-breakpoint
DROP INDEX `print_status`;--> statement-breakpoint
DROP INDEX `print_type`;--> statement-breakpoint
CREATE INDEX `print_created` ON `print` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `print_printed` ON `print` (`user_id`,`printed_at`,`id`);--> statement-breakpoint
CREATE INDEX `print_status` ON `print` (`user_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `print_type` ON `print` (`user_id`,`type`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `print_item_print`;--> statement-breakpoint
CREATE INDEX `print_item_print` ON `print_item` (`print_id`,`position`,`quantity`);
