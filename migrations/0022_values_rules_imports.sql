CREATE TABLE `artwork_rule` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`rule_key` text NOT NULL,
	`image_id` text,
	`fields` text NOT NULL,
	`ignores` text NOT NULL,
	`confirmed_for` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`image_id`) REFERENCES `image`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `artwork_rule_key` ON `artwork_rule` (`user_id`,`rule_key`);--> statement-breakpoint
CREATE INDEX `artwork_rule_image` ON `artwork_rule` (`image_id`);--> statement-breakpoint
CREATE TABLE `image_variant` (
	`image_id` text NOT NULL,
	`digest` text NOT NULL,
	`field_values` text NOT NULL,
	`state` text NOT NULL,
	`failure_reason` text,
	`source_key` text,
	`base_box` text,
	`overlay_key` text,
	`trim_x` integer,
	`trim_y` integer,
	`trim_width` integer,
	`trim_height` integer,
	`is_opaque` integer DEFAULT false NOT NULL,
	`soft_share` real DEFAULT 0 NOT NULL,
	`retry_at` integer,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`image_id`, `digest`),
	FOREIGN KEY (`image_id`) REFERENCES `image`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "image_variant_state" CHECK(state IN ('waiting', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `image_variant_values` ON `image_variant` (`image_id`,`field_values`);--> statement-breakpoint
CREATE INDEX `image_variant_used` ON `image_variant` (`last_used_at`);--> statement-breakpoint
CREATE INDEX `image_variant_due` ON `image_variant` (`retry_at`) WHERE "image_variant"."retry_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `import_mapping` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`header_key` text NOT NULL,
	`mapping` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `import_mapping_header` ON `import_mapping` (`user_id`,`header_key`);--> statement-breakpoint
-- Two items may differ in their values alone. A Worker from before fails to add an item to a draft
-- until the new one is deployed, seconds later; nothing is written then.
DROP INDEX `print_item_pair`;--> statement-breakpoint
ALTER TABLE `print_item` ADD `field_values` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `print_item_same` ON `print_item` (`print_id`,`image_id`,`size_id`,`field_values`) WHERE "print_item"."is_ordered" = 0 AND "print_item"."image_id" IS NOT NULL AND "print_item"."size_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `attempt_stamp` ADD `overlay_key` text;--> statement-breakpoint
ALTER TABLE `attempt_stamp` ADD `base_box` text;--> statement-breakpoint
ALTER TABLE `attempt_stamp` ADD `grid_width_px` integer;--> statement-breakpoint
ALTER TABLE `attempt_stamp` ADD `grid_height_px` integer;--> statement-breakpoint
CREATE INDEX `attempt_stamp_overlay` ON `attempt_stamp` (`overlay_key`) WHERE "attempt_stamp"."overlay_key" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `reading` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `read_from` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `own_values` text;--> statement-breakpoint
ALTER TABLE `order_item` ADD `rule_key` text GENERATED ALWAYS AS (CASE WHEN sku_key LIKE 'sku:%' OR sku_key LIKE 'listing:%' OR sku_key LIKE 'title:%' THEN 'sku:' || sku_key WHEN sku_key <> '' THEN sku_key WHEN listing_id IS NOT NULL THEN 'listing:' || listing_id ELSE 'title:' || lower(trim(title)) END) VIRTUAL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `own_image_id` text REFERENCES image(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `order_item` ADD `own_size_id` text REFERENCES size(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `order_item_rule` ON `order_item` (`user_id`,`rule_key`);--> statement-breakpoint
CREATE INDEX `order_item_own_image` ON `order_item` (`own_image_id`) WHERE "order_item"."own_image_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `order_item_own_size` ON `order_item` (`own_size_id`) WHERE "order_item"."own_size_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `time_zone` text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `warns_of_rude_words` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `order_ship_by` ON `order` (`user_id`,`ship_by`);