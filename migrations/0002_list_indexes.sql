DROP INDEX `print_retention`;--> statement-breakpoint
CREATE INDEX `print_id` ON `print` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `print_retention` ON `print` (`printed_at`) WHERE "print"."status" = 'Completed';--> statement-breakpoint
DROP INDEX `print_item_image`;--> statement-breakpoint
CREATE INDEX `print_item_image` ON `print_item` (`image_id`,`print_id`);--> statement-breakpoint
CREATE INDEX `attempt_film` ON `attempt` (`user_id`,`state`,`updated_at`);