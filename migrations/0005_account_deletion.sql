ALTER TABLE `user` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `purged_at` integer;--> statement-breakpoint
CREATE INDEX `user_unpurged` ON `user` (`deleted_at`) WHERE "user"."deleted_at" IS NOT NULL AND "user"."purged_at" IS NULL;--> statement-breakpoint
CREATE INDEX `user_admin` ON `user` (`id`) WHERE "user"."role" = 'admin';