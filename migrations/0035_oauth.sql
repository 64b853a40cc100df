CREATE TABLE `oauth_record` (
	`key` text PRIMARY KEY NOT NULL,
	`id` text,
	`user_id` text,
	`value` text NOT NULL,
	`metadata` text,
	`revision` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	`last_used_from` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_record_id` ON `oauth_record` (`id`) WHERE "oauth_record"."id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `oauth_record_user` ON `oauth_record` (`user_id`,`key`) WHERE "oauth_record"."user_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `oauth_record_expires` ON `oauth_record` (`expires_at`);