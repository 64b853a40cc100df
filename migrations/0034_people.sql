CREATE TABLE `member` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`user_id` text,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`invited_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`joined_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "member_role" CHECK(role IN ('maker', 'press')),
	CONSTRAINT "member_joined" CHECK(("member"."user_id" IS NULL) = ("member"."joined_at" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_email` ON `member` (`account_id`,`email_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `member_user` ON `member` (`user_id`,`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `member_token` ON `member` (`token_hash`);--> statement-breakpoint
CREATE INDEX `member_expires` ON `member` (`expires_at`) WHERE "member"."joined_at" IS NULL;--> statement-breakpoint
ALTER TABLE `manifest_tick` ADD `done_by` text;