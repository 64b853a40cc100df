CREATE TABLE `delivery` (
	`id` text PRIMARY KEY NOT NULL,
	`print_id` text NOT NULL,
	`attempt_id` text NOT NULL,
	`user_id` text NOT NULL,
	`address_id` text,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`sent` text DEFAULT '[]' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`failure_message` text,
	`retry_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`print_id`) REFERENCES `print`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempt`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`address_id`) REFERENCES `delivery_address`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "delivery_state_known" CHECK(state IN ('waiting', 'sending', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `delivery_print` ON `delivery` (`print_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `delivery_user` ON `delivery` (`user_id`);--> statement-breakpoint
CREATE INDEX `delivery_address_id` ON `delivery` (`address_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_once` ON `delivery` (`attempt_id`,`address_id`);--> statement-breakpoint
CREATE INDEX `delivery_due` ON `delivery` (`retry_at`) WHERE "delivery"."retry_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `delivery_address` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`url` text NOT NULL,
	`settings` text NOT NULL,
	`sealed_secret` text,
	`is_automatic` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "delivery_address_kind" CHECK(kind IN ('WebDAV', 'S3', 'Form'))
);
--> statement-breakpoint
CREATE INDEX `delivery_address_user` ON `delivery_address` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `font` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`family` text NOT NULL,
	`family_key` text NOT NULL,
	`style` text NOT NULL,
	`weight` integer NOT NULL,
	`names` text NOT NULL,
	`is_restricted` integer DEFAULT false NOT NULL,
	`file_key` text NOT NULL,
	`bytes` integer NOT NULL,
	`checksum` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "font_weight" CHECK("font"."weight" BETWEEN 1 AND 1000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `font_face` ON `font` (`user_id`,`family_key`,`style`,`weight`);--> statement-breakpoint
CREATE TABLE `share` (
	`id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` text NOT NULL,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_token` ON `share` (`token`);--> statement-breakpoint
CREATE INDEX `share_user` ON `share` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `share_print` (
	`share_id` text NOT NULL,
	`print_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`share_id`, `print_id`),
	FOREIGN KEY (`share_id`) REFERENCES `share`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`print_id`) REFERENCES `print`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `share_print_print` ON `share_print` (`print_id`);--> statement-breakpoint
CREATE TABLE `writing` (
	`id` text PRIMARY KEY NOT NULL,
	`attempt_id` text NOT NULL,
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`destination_id` text NOT NULL,
	`name` text NOT NULL,
	`digest` text NOT NULL,
	`settings` text NOT NULL,
	`failure_message` text,
	`retry_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempt`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "writing_state_known" CHECK(state IN ('stamping', 'writing', 'written', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `writing_digest` ON `writing` (`attempt_id`,`digest`);--> statement-breakpoint
CREATE INDEX `writing_state` ON `writing` (`state`,`updated_at`);--> statement-breakpoint
CREATE INDEX `writing_user` ON `writing` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `attempt` ADD `contour` text;--> statement-breakpoint
ALTER TABLE `image` ADD `fields` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `image` ADD `layers` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `image` ADD `missing_fonts` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `print` ADD `shop_printed_at` integer;--> statement-breakpoint
ALTER TABLE `sheet` ADD `contour_length_in` real;--> statement-breakpoint
ALTER TABLE `sheet` ADD `writing_id` text REFERENCES writing(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `sheet_writing` ON `sheet` (`writing_id`) WHERE "sheet"."writing_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `image_missing_fonts` ON `image` (`user_id`) WHERE "image"."missing_fonts" <> '[]';--> statement-breakpoint
CREATE INDEX `image_read_again` ON `image` (`retry_at`) WHERE "image"."status" = 'Ready' AND "image"."retry_at" IS NOT NULL;
