CREATE TABLE `sweep_cursor` (
	`name` text PRIMARY KEY NOT NULL,
	`after_key` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `attempt` ADD `retry_at` integer;--> statement-breakpoint
ALTER TABLE `attempt` ADD `mail_error` text;--> statement-breakpoint
CREATE INDEX `attempt_unmailed` ON `attempt` (`updated_at`) WHERE "attempt"."mail_error" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `doomed_object` ADD `retry_at` integer;--> statement-breakpoint
ALTER TABLE `image` ADD `retry_at` integer;--> statement-breakpoint
ALTER TABLE `notification` ADD `cause_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `notification_cause` ON `notification` (`user_id`,`cause_key`);--> statement-breakpoint
ALTER TABLE `payment` ADD `retry_at` integer;--> statement-breakpoint
ALTER TABLE `payment` ADD `mail_error` text;--> statement-breakpoint
CREATE INDEX `payment_unmailed` ON `payment` (`updated_at`) WHERE "payment"."mail_error" IS NOT NULL;