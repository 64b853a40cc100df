CREATE TABLE `forgotten_order` (
	`integration_id` text NOT NULL,
	`vendor_order_id` text NOT NULL,
	PRIMARY KEY(`integration_id`, `vendor_order_id`),
	FOREIGN KEY (`integration_id`) REFERENCES `integration`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP INDEX `print_item_pair`;--> statement-breakpoint
ALTER TABLE `print_item` ADD `is_ordered` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `print_item` ADD `printed_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `print_item_pair` ON `print_item` (`print_id`,`image_id`,`size_id`) WHERE "print_item"."is_ordered" = 0 AND "print_item"."image_id" IS NOT NULL AND "print_item"."size_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `artwork_choice` ADD `is_override` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `keys` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `shop_name` text;--> statement-breakpoint
ALTER TABLE `integration` ADD `token_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `token_lease_until` integer;--> statement-breakpoint
ALTER TABLE `integration` ADD `sync_state` text DEFAULT 'idle' NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `sync_message` text;--> statement-breakpoint
ALTER TABLE `integration` ADD `sync_run_id` text;--> statement-breakpoint
ALTER TABLE `integration` ADD `synced_until_s` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `sync_cursor_s` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `sync_offset` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `sync_done` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `sync_total` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `next_sync_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `sync_failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `integration_due` ON `integration` (`next_sync_at`) WHERE "integration"."tokens_encrypted" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `order` ADD `is_cancelled` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `order` ADD `vendor_updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `order_total` ON `order` (`user_id`,`total_cents`);--> statement-breakpoint
CREATE INDEX `order_buyer` ON `order` (`user_id`,"buyer_name" COLLATE NOCASE);--> statement-breakpoint
ALTER TABLE `order_item` ADD `variation` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `sku_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `sku_base_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `sku_suffix_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `sku_suffix_in` real;--> statement-breakpoint
ALTER TABLE `order_item` ADD `is_sku_suffix_bare` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `size_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `size_in` real;--> statement-breakpoint
ALTER TABLE `order_item` ADD `image_choice_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `size_choice_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `order_item_image_choice` ON `order_item` (`user_id`,`image_choice_key`);--> statement-breakpoint
CREATE INDEX `order_item_size_choice` ON `order_item` (`user_id`,`size_choice_key`);--> statement-breakpoint
ALTER TABLE `size` ADD `name_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `size_name_key` ON `size` (`user_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `size_value_in` ON `size` (`user_id`,`value_in`);--> statement-breakpoint
UPDATE `size` SET `name_key` = lower(replace(replace(replace(replace(replace(`name`, ' ', ''), '-', ''), '–', ''), '—', ''), '_', ''));
