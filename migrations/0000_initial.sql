CREATE TABLE `account_token` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "account_token_purpose" CHECK(purpose IN ('verify', 'reset'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_token_hash` ON `account_token` (`purpose`,`token_hash`);--> statement-breakpoint
CREATE INDEX `account_token_user` ON `account_token` (`user_id`,`purpose`,`created_at`);--> statement-breakpoint
CREATE TABLE `artwork_choice` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`match_key` text NOT NULL,
	`image_id` text,
	`size_id` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`image_id`) REFERENCES `image`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`size_id`) REFERENCES `size`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `artwork_choice_key` ON `artwork_choice` (`user_id`,`match_key`);--> statement-breakpoint
CREATE TABLE `attempt` (
	`id` text PRIMARY KEY NOT NULL,
	`print_id` text NOT NULL,
	`user_id` text NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`credits` integer NOT NULL,
	`is_hold_settled` integer DEFAULT false NOT NULL,
	`is_announced` integer DEFAULT false NOT NULL,
	`dpi` integer NOT NULL,
	`mirror` integer NOT NULL,
	`utilisation` real NOT NULL,
	`failure_message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`print_id`) REFERENCES `print`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "attempt_state_known" CHECK(state IN ('holding', 'stamping', 'rendering', 'finishing', 'completed', 'failed', 'cancelled')),
	CONSTRAINT "attempt_credits" CHECK("attempt"."credits" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attempt_number` ON `attempt` (`print_id`,`number`);--> statement-breakpoint
CREATE INDEX `attempt_state` ON `attempt` (`state`,`updated_at`);--> statement-breakpoint
CREATE INDEX `attempt_unsettled` ON `attempt` (`updated_at`) WHERE "attempt"."is_hold_settled" = 0 OR "attempt"."is_announced" = 0;--> statement-breakpoint
CREATE TABLE `attempt_stamp` (
	`attempt_id` text NOT NULL,
	`stamp_key` text NOT NULL,
	`image_id` text NOT NULL,
	`width_px` integer NOT NULL,
	`height_px` integer NOT NULL,
	`rotated` integer NOT NULL,
	`mirror` integer NOT NULL,
	`trim_x` integer NOT NULL,
	`trim_y` integer NOT NULL,
	`trim_width` integer NOT NULL,
	`trim_height` integer NOT NULL,
	`is_done` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`attempt_id`, `stamp_key`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempt`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `audit_entry` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text NOT NULL,
	`action` text NOT NULL,
	`subject_id` text NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entry_created` ON `audit_entry` (`created_at`);--> statement-breakpoint
CREATE INDEX `audit_entry_subject` ON `audit_entry` (`subject_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `doomed_object` (
	`key` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `doomed_object_created` ON `doomed_object` (`created_at`);--> statement-breakpoint
CREATE TABLE `image` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`sku_key` text NOT NULL,
	`category_id` text,
	`half_stars` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`failure_reason` text,
	`media_type` text,
	`source_key` text,
	`master_key` text,
	`preview_key` text,
	`bytes` integer DEFAULT 0 NOT NULL,
	`width_px` integer,
	`height_px` integer,
	`trim_x` integer,
	`trim_y` integer,
	`trim_width` integer,
	`trim_height` integer,
	`is_opaque` integer DEFAULT false NOT NULL,
	`soft_share` real DEFAULT 0 NOT NULL,
	`warnings` text DEFAULT '[]' NOT NULL,
	`used_in_print` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category_id`) REFERENCES `image_category`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "image_status_known" CHECK(status IN ('Uploading', 'Ingesting', 'Ready', 'Failed')),
	CONSTRAINT "image_half_stars" CHECK("image"."half_stars" BETWEEN 0 AND 10),
	CONSTRAINT "image_ready" CHECK("image"."status" <> 'Ready' OR ("image"."master_key" IS NOT NULL AND "image"."preview_key" IS NOT NULL AND "image"."width_px" > 0 AND "image"."height_px" > 0 AND "image"."trim_width" > 0 AND "image"."trim_height" > 0)),
	CONSTRAINT "image_failed" CHECK(("image"."status" = 'Failed') = ("image"."failure_reason" IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `image_created` ON `image` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `image_name` ON `image` (`user_id`,"name" COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `image_score` ON `image` (`user_id`,`half_stars`);--> statement-breakpoint
CREATE INDEX `image_used` ON `image` (`user_id`,`used_in_print`);--> statement-breakpoint
CREATE INDEX `image_by_category` ON `image` (`user_id`,`category_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `image_sku` ON `image` (`user_id`,`sku_key`);--> statement-breakpoint
CREATE INDEX `image_status` ON `image` (`status`,`updated_at`);--> statement-breakpoint
CREATE TABLE `image_category` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `image_category_name` ON `image_category` (`user_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `integration` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`shop_id` text,
	`tokens_encrypted` text,
	`last_sync_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `integration_user` ON `integration` (`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `integration_shop` ON `integration` (`type`,`shop_id`);--> statement-breakpoint
CREATE TABLE `notification` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`message` text NOT NULL,
	`attachment_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notification_type_known" CHECK(type IN ('print', 'image', 'size', 'payment', 'profile'))
);
--> statement-breakpoint
CREATE INDEX `notification_user` ON `notification` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `order` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`integration_id` text NOT NULL,
	`vendor_order_id` text NOT NULL,
	`buyer_name` text NOT NULL,
	`buyer_email` text NOT NULL,
	`buyer_phone` text NOT NULL,
	`buyer_address` text NOT NULL,
	`buyer_country` text NOT NULL,
	`total_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`ordered_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`integration_id`) REFERENCES `integration`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "order_status_known" CHECK(status IN ('Pending', 'In Draft', 'Partially Completed', 'Completed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_vendor` ON `order` (`integration_id`,`vendor_order_id`);--> statement-breakpoint
CREATE INDEX `order_created` ON `order` (`user_id`,`ordered_at`);--> statement-breakpoint
CREATE INDEX `order_status` ON `order` (`user_id`,`status`,`ordered_at`);--> statement-breakpoint
CREATE INDEX `order_integration` ON `order` (`user_id`,`integration_id`,`ordered_at`);--> statement-breakpoint
CREATE TABLE `order_item` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`user_id` text NOT NULL,
	`vendor_item_id` text NOT NULL,
	`listing_id` text,
	`title` text NOT NULL,
	`sku` text NOT NULL,
	`size` text NOT NULL,
	`personalisation` text NOT NULL,
	`mockup_url` text,
	`quantity` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `order`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "order_item_quantity" CHECK("order_item"."quantity" >= 1),
	CONSTRAINT "order_item_status" CHECK(status IN ('Pending', 'In Draft', 'Completed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_item_vendor` ON `order_item` (`order_id`,`vendor_item_id`);--> statement-breakpoint
CREATE INDEX `order_item_sku` ON `order_item` (`user_id`,`sku`);--> statement-breakpoint
CREATE TABLE `payment` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text DEFAULT '' NOT NULL,
	`payment_method` text NOT NULL,
	`payment_system_reference_id` text,
	`package_sku` text NOT NULL,
	`credits` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`purchased_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "payment_status_known" CHECK(status IN ('Pending', 'Completed', 'Cancelled', 'Refunded')),
	CONSTRAINT "payment_amounts" CHECK("payment"."credits" > 0 AND "payment"."price_cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `payment_user` ON `payment` (`user_id`,`purchased_at`);--> statement-breakpoint
CREATE INDEX `payment_status` ON `payment` (`status`,`purchased_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_reference` ON `payment` (`payment_method`,`payment_system_reference_id`);--> statement-breakpoint
CREATE TABLE `print` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`attempt_id` text,
	`attempt_number` integer DEFAULT 0 NOT NULL,
	`sheet_template_id` text,
	`failure_message` text,
	`request_key` text,
	`printed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sheet_template_id`) REFERENCES `sheet_template`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "print_status_known" CHECK(status IN ('In Draft', 'Processing', 'Completed', 'Deleted', 'Cancelled')),
	CONSTRAINT "print_type_known" CHECK(type IN ('Manual', 'Etsy')),
	CONSTRAINT "print_processing" CHECK("print"."status" <> 'Processing' OR "print"."attempt_id" IS NOT NULL),
	CONSTRAINT "print_completed" CHECK("print"."status" <> 'Completed' OR "print"."printed_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE INDEX `print_created` ON `print` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `print_printed` ON `print` (`user_id`,`printed_at`);--> statement-breakpoint
CREATE INDEX `print_status` ON `print` (`user_id`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `print_type` ON `print` (`user_id`,`type`,`created_at`);--> statement-breakpoint
CREATE INDEX `print_retention` ON `print` (`status`,`printed_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `print_request_key` ON `print` (`user_id`,`request_key`);--> statement-breakpoint
CREATE TABLE `print_item` (
	`id` text PRIMARY KEY NOT NULL,
	`print_id` text NOT NULL,
	`image_id` text,
	`was_image_deleted` integer DEFAULT false NOT NULL,
	`size_id` text,
	`was_size_deleted` integer DEFAULT false NOT NULL,
	`order_item_id` text,
	`quantity` integer NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`print_id`) REFERENCES `print`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`image_id`) REFERENCES `image`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`size_id`) REFERENCES `size`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`order_item_id`) REFERENCES `order_item`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "print_item_quantity" CHECK("print_item"."quantity" BETWEEN 1 AND 5000)
);
--> statement-breakpoint
CREATE INDEX `print_item_print` ON `print_item` (`print_id`,`position`);--> statement-breakpoint
CREATE INDEX `print_item_image` ON `print_item` (`image_id`);--> statement-breakpoint
CREATE INDEX `print_item_size` ON `print_item` (`size_id`);--> statement-breakpoint
CREATE INDEX `print_item_order_item` ON `print_item` (`order_item_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `print_item_pair` ON `print_item` (`print_id`,`image_id`,`size_id`) WHERE "print_item"."order_item_id" IS NULL AND "print_item"."image_id" IS NOT NULL AND "print_item"."size_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `rate_count` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`)
);
--> statement-breakpoint
CREATE INDEX `rate_count_window` ON `rate_count` (`window_start`);--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE INDEX `session_expires` ON `session` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sheet` (
	`attempt_id` text NOT NULL,
	`sheet_index` integer NOT NULL,
	`token` text NOT NULL,
	`width_px` integer NOT NULL,
	`length_px` integer NOT NULL,
	`placements` text NOT NULL,
	`state` text NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`checksum` text,
	`preview_key` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`attempt_id`, `sheet_index`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempt`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sheet_state_known" CHECK(state IN ('waiting', 'written', 'deleted')),
	CONSTRAINT "sheet_written" CHECK("sheet"."state" <> 'written' OR ("sheet"."bytes" > 0 AND "sheet"."checksum" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sheet_token` ON `sheet` (`token`);--> statement-breakpoint
CREATE TABLE `sheet_template` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`width_in` real NOT NULL,
	`max_length_in` real NOT NULL,
	`edge_in` real NOT NULL,
	`gap_in` real NOT NULL,
	`dpi` integer NOT NULL,
	`rotate` integer NOT NULL,
	`trim` integer NOT NULL,
	`mirror` integer NOT NULL,
	`labels` integer NOT NULL,
	`nesting` text NOT NULL,
	`is_default` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sheet_template_bounds" CHECK("sheet_template"."width_in" BETWEEN 4 AND 60 AND "sheet_template"."max_length_in" BETWEEN 4 AND 240 AND "sheet_template"."edge_in" BETWEEN 0 AND 4 AND "sheet_template"."gap_in" BETWEEN 0 AND 4 AND "sheet_template"."dpi" BETWEEN 72 AND 600)
);
--> statement-breakpoint
CREATE INDEX `sheet_template_created` ON `sheet_template` (`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `sheet_template_default` ON `sheet_template` (`user_id`) WHERE "sheet_template"."is_default" = 1;--> statement-breakpoint
CREATE TABLE `size` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`value_in` real NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "size_value" CHECK("size"."value_in" > 0 AND "size"."value_in" <= 240)
);
--> statement-breakpoint
CREATE INDEX `size_created` ON `size` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `size_name` ON `size` (`user_id`,"name" COLLATE NOCASE);--> statement-breakpoint
CREATE TABLE `spent_pass` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `spent_pass_expires` ON `spent_pass` (`expires_at`);--> statement-breakpoint
CREATE TABLE `stamp` (
	`key` text PRIMARY KEY NOT NULL,
	`image_id` text NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`image_id`) REFERENCES `image`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stamp_image` ON `stamp` (`image_id`);--> statement-breakpoint
CREATE INDEX `stamp_used` ON `stamp` (`last_used_at`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`company` text NOT NULL,
	`phone` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`status` text NOT NULL,
	`email_verified_at` integer,
	`available_credits` integer DEFAULT 0 NOT NULL,
	`used_credits` integer DEFAULT 0 NOT NULL,
	`credit_seq` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "user_role" CHECK(role IN ('user', 'admin')),
	CONSTRAINT "user_status" CHECK(status IN ('active', 'inactive')),
	CONSTRAINT "user_credits" CHECK("user"."available_credits" >= 0 AND "user"."used_credits" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_key` ON `user` (`email_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_username_key` ON `user` (`username_key`);--> statement-breakpoint
CREATE INDEX `user_created` ON `user` (`created_at`);