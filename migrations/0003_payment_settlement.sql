ALTER TABLE `payment` ADD `request_key` text;--> statement-breakpoint
ALTER TABLE `payment` ADD `approval_url` text;--> statement-breakpoint
ALTER TABLE `payment` ADD `capture_id` text;--> statement-breakpoint
ALTER TABLE `payment` ADD `refunded_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payment` ADD `is_announced` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `payment` ADD `check_at` integer;--> statement-breakpoint
ALTER TABLE `payment` ADD `checks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_request_key` ON `payment` (`user_id`,`request_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_capture` ON `payment` (`capture_id`);--> statement-breakpoint
CREATE INDEX `payment_check` ON `payment` (`check_at`) WHERE "payment"."check_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payment_unannounced` ON `payment` (`updated_at`) WHERE "payment"."is_announced" = 0;