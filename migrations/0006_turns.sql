ALTER TABLE `image` ADD `turn_at` integer;--> statement-breakpoint
CREATE INDEX `image_unread` ON `image` (`user_id`,`turn_at`,`id`) WHERE "image"."status" = 'Ingesting';--> statement-breakpoint
ALTER TABLE `attempt` ADD `turn_at` integer;--> statement-breakpoint
ALTER TABLE `attempt` ADD `lane` text DEFAULT 'long' NOT NULL;--> statement-breakpoint
CREATE INDEX `attempt_waiting` ON `attempt` (`user_id`,`updated_at`) WHERE "attempt"."state" = 'stamping' AND "attempt"."turn_at" IS NULL;--> statement-breakpoint
CREATE INDEX `attempt_under_way` ON `attempt` (`user_id`,`lane`) WHERE "attempt"."turn_at" IS NOT NULL AND "attempt"."state" IN ('stamping', 'rendering');