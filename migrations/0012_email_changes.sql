CREATE TABLE `email_change` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`old_email` text NOT NULL,
	`old_email_key` text NOT NULL,
	`new_email` text NOT NULL,
	`new_email_key` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`undo_until` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "email_change_state" CHECK(state IN ('pending', 'superseded', 'confirmed', 'undone', 'void'))
);
--> statement-breakpoint
CREATE INDEX `email_change_user` ON `email_change` (`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_change_pending` ON `email_change` (`user_id`) WHERE "email_change"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `email_change_old` ON `email_change` (`old_email_key`);--> statement-breakpoint
CREATE INDEX `email_change_undo_until` ON `email_change` (`undo_until`);