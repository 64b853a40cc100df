CREATE TABLE `mailbox` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`first_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `mailbox_user` ON `mailbox` (`user_id`);--> statement-breakpoint
ALTER TABLE `audit_entry` ADD `reason` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `username_look` text GENERATED ALWAYS AS (replace(replace(lower(replace(replace(replace(username, 'I', 'l'), '1', 'l'), '0', 'o')), 'rn', 'm'), 'vv', 'w')) VIRTUAL;--> statement-breakpoint
ALTER TABLE `user` ADD `first_month_at` integer;--> statement-breakpoint
CREATE INDEX `user_username_look` ON `user` (`username_look`);--> statement-breakpoint
CREATE INDEX `user_mailbox_unknown` ON `user` (`created_at`) WHERE "user"."email_verified_at" IS NOT NULL AND "user"."first_month_at" IS NULL AND "user"."deleted_at" IS NULL;