ALTER TABLE `notification` ADD `done_by` text;--> statement-breakpoint
ALTER TABLE `image` ADD `uploaded_by` text;--> statement-breakpoint
ALTER TABLE `image_variant` ADD `user_id` text;--> statement-breakpoint
CREATE INDEX `image_variant_printed` ON `image_variant` (`user_id`) WHERE "image_variant"."user_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `event_delivery` ADD `is_first` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `event_delivery_turn` ON `event_delivery` (`endpoint_id`,"is_first" DESC,`tries`,`id`,`retry_at`) WHERE "event_delivery"."retry_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `attempt` ADD `begun_by` text;--> statement-breakpoint
ALTER TABLE `print` ADD `made_by` text;--> statement-breakpoint
ALTER TABLE `job` ADD `made_by` text;