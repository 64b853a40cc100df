CREATE TABLE `access_token` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`hint` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`is_test` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`last_used_from` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_token_hash` ON `access_token` (`token_hash`);--> statement-breakpoint
CREATE INDEX `access_token_user` ON `access_token` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `access_token_expires` ON `access_token` (`expires_at`) WHERE "access_token"."expires_at" IS NOT NULL;