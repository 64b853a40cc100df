CREATE TABLE `account_token` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "account_token_purpose" CHECK(purpose IN ('verify', 'reset'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_token_hash` ON `account_token` (`purpose`,`token_hash`);--> statement-breakpoint
CREATE INDEX `account_token_user` ON `account_token` (`user_id`,`purpose`,`created_at`);--> statement-breakpoint
CREATE TABLE `audit_entry` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text NOT NULL,
	`action` text NOT NULL,
	`subject_id` text NOT NULL,
	`details` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entry_created` ON `audit_entry` (`created_at`);--> statement-breakpoint
CREATE INDEX `audit_entry_subject` ON `audit_entry` (`subject_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `email_change` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`old_email` text NOT NULL,
	`old_email_key` text NOT NULL,
	`new_email` text NOT NULL,
	`new_email_key` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`undo_until` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "email_change_state" CHECK(state IN ('pending', 'superseded', 'confirmed', 'undone', 'void'))
);
--> statement-breakpoint
CREATE INDEX `email_change_user` ON `email_change` (`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_change_pending` ON `email_change` (`user_id`) WHERE "email_change"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `email_change_old` ON `email_change` (`old_email_key`);--> statement-breakpoint
CREATE INDEX `email_change_undo_until` ON `email_change` (`undo_until`);--> statement-breakpoint
CREATE TABLE `imported_balance` (
	`source_id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`imported_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `mailbox` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`first_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `mailbox_user` ON `mailbox` (`user_id`);--> statement-breakpoint
CREATE TABLE `notification` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`message` text NOT NULL,
	`attachment_id` text,
	`cause_key` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notification_type_known" CHECK(type IN ('print', 'image', 'size', 'payment', 'profile'))
);
--> statement-breakpoint
CREATE INDEX `notification_user` ON `notification` (`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `notification_cause` ON `notification` (`user_id`,`cause_key`);--> statement-breakpoint
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
CREATE TABLE `spent_pass` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `spent_pass_expires` ON `spent_pass` (`expires_at`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`username_look` text GENERATED ALWAYS AS (replace(replace(lower(replace(replace(replace(username, 'I', 'l'), '1', 'l'), '0', 'o')), 'rn', 'm'), 'vv', 'w')) VIRTUAL,
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
	`deleted_at` integer,
	`purged_at` integer,
	`first_month_at` integer,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`warns_of_rude_words` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "user_role" CHECK(role IN ('user', 'admin')),
	CONSTRAINT "user_status" CHECK(status IN ('active', 'inactive')),
	CONSTRAINT "user_credits" CHECK("user"."available_credits" >= 0 AND "user"."used_credits" >= 0)
);
--> statement-breakpoint
CREATE INDEX `user_unpurged` ON `user` (`deleted_at`) WHERE "user"."deleted_at" IS NOT NULL AND "user"."purged_at" IS NULL;--> statement-breakpoint
CREATE INDEX `user_admin` ON `user` (`id`) WHERE "user"."role" = 'admin';--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_key` ON `user` (`email_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_username_key` ON `user` (`username_key`);--> statement-breakpoint
CREATE INDEX `user_username_look` ON `user` (`username_look`);--> statement-breakpoint
CREATE INDEX `user_created` ON `user` (`created_at`);--> statement-breakpoint
CREATE TABLE `artwork_choice` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`match_key` text NOT NULL,
	`image_id` text,
	`size_id` text,
	`is_override` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`image_id`) REFERENCES `image`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`size_id`) REFERENCES `size`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `artwork_choice_key` ON `artwork_choice` (`user_id`,`match_key`);--> statement-breakpoint
CREATE TABLE `artwork_rule` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`rule_key` text NOT NULL,
	`image_id` text,
	`fields` text NOT NULL,
	`ignores` text NOT NULL,
	`confirmed_for` text,
	`prints_without_text` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`image_id`) REFERENCES `image`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `artwork_rule_key` ON `artwork_rule` (`user_id`,`rule_key`);--> statement-breakpoint
CREATE INDEX `artwork_rule_image` ON `artwork_rule` (`image_id`);--> statement-breakpoint
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
	`request_key` text,
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
	`fields` text DEFAULT '[]' NOT NULL,
	`layers` text DEFAULT '[]' NOT NULL,
	`missing_fonts` text DEFAULT '[]' NOT NULL,
	`font_replacements` text DEFAULT '[]' NOT NULL,
	`used_in_print` integer DEFAULT 0 NOT NULL,
	`retry_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category_id`) REFERENCES `image_category`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "image_status_known" CHECK(status IN ('Ingesting', 'Ready', 'Failed')),
	CONSTRAINT "image_half_stars" CHECK("image"."half_stars" BETWEEN 0 AND 10),
	CONSTRAINT "image_ready" CHECK("image"."status" <> 'Ready' OR ("image"."master_key" IS NOT NULL AND "image"."preview_key" IS NOT NULL AND "image"."width_px" > 0 AND "image"."height_px" > 0 AND "image"."trim_width" > 0 AND "image"."trim_height" > 0)),
	CONSTRAINT "image_failed" CHECK(("image"."status" = 'Failed') = ("image"."failure_reason" IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `image_created` ON `image` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `image_name` ON `image` (`user_id`,"name" COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `image_score` ON `image` (`user_id`,`half_stars`);--> statement-breakpoint
CREATE INDEX `image_used` ON `image` (`user_id`,`used_in_print`);--> statement-breakpoint
CREATE INDEX `image_by_category` ON `image` (`user_id`,`category_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `image_sku` ON `image` (`user_id`,`sku_key`);--> statement-breakpoint
CREATE INDEX `image_status` ON `image` (`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `image_missing_fonts` ON `image` (`user_id`) WHERE "image"."missing_fonts" <> '[]';--> statement-breakpoint
CREATE INDEX `image_read_again` ON `image` (`retry_at`) WHERE "image"."status" = 'Ready' AND "image"."retry_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `image_request_key` ON `image` (`user_id`,`request_key`);--> statement-breakpoint
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
CREATE TABLE `size` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text DEFAULT '' NOT NULL,
	`value_in` real NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "size_value" CHECK("size"."value_in" > 0 AND "size"."value_in" <= 240)
);
--> statement-breakpoint
CREATE INDEX `size_created` ON `size` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `size_name` ON `size` (`user_id`,"name" COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `size_name_key` ON `size` (`user_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `size_value_in` ON `size` (`user_id`,`value_in`);--> statement-breakpoint
CREATE TABLE `autopilot` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`integration_id` text NOT NULL,
	`days` text NOT NULL,
	`times` text NOT NULL,
	`time_zone` text NOT NULL,
	`min_length_in` real,
	`ship_within_days` integer NOT NULL,
	`sheet_template_id` text,
	`packing` text NOT NULL,
	`action` text NOT NULL,
	`max_credits_per_day` integer NOT NULL,
	`is_paused` integer DEFAULT false NOT NULL,
	`next_run_at` integer,
	`next_look_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`integration_id`) REFERENCES `integration`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sheet_template_id`) REFERENCES `sheet_template`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "autopilot_action" CHECK(action IN ('draft', 'process'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `autopilot_shop` ON `autopilot` (`integration_id`);--> statement-breakpoint
CREATE INDEX `autopilot_user` ON `autopilot` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `autopilot_due` ON `autopilot` (`next_run_at`) WHERE "autopilot"."next_run_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `autopilot_look` ON `autopilot` (`next_look_at`) WHERE "autopilot"."next_look_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `autopilot_template` ON `autopilot` (`sheet_template_id`);--> statement-breakpoint
CREATE TABLE `autopilot_run` (
	`id` text PRIMARY KEY NOT NULL,
	`autopilot_id` text NOT NULL,
	`user_id` text NOT NULL,
	`slot` text NOT NULL,
	`state` text NOT NULL,
	`print_id` text,
	`day` text NOT NULL,
	`credits` integer DEFAULT 0 NOT NULL,
	`report` text,
	`retry_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`is_announced` integer DEFAULT false NOT NULL,
	`mail_error` text,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`autopilot_id`) REFERENCES `autopilot`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`print_id`) REFERENCES `print`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "autopilot_run_state" CHECK(state IN ('syncing', 'batching', 'packing', 'processing', 'done', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `autopilot_run_slot` ON `autopilot_run` (`autopilot_id`,`slot`);--> statement-breakpoint
CREATE INDEX `autopilot_run_started` ON `autopilot_run` (`autopilot_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `autopilot_run_user` ON `autopilot_run` (`user_id`,`day`);--> statement-breakpoint
CREATE INDEX `autopilot_run_due` ON `autopilot_run` (`retry_at`) WHERE "autopilot_run"."retry_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `autopilot_run_unmailed` ON `autopilot_run` (`updated_at`) WHERE "autopilot_run"."mail_error" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `autopilot_run_print` ON `autopilot_run` (`print_id`);--> statement-breakpoint
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
	`request_key` text,
	`approval_url` text,
	`capture_id` text,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`disputed_cents` integer DEFAULT 0 NOT NULL,
	`dispute_state` text,
	`refusal` text,
	`capture_tries` integer DEFAULT 0 NOT NULL,
	`capture_at` integer,
	`is_announced` integer DEFAULT true NOT NULL,
	`retry_at` integer,
	`mail_error` text,
	`check_at` integer,
	`checks` integer DEFAULT 0 NOT NULL,
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
CREATE UNIQUE INDEX `payment_request_key` ON `payment` (`user_id`,`request_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_capture` ON `payment` (`capture_id`);--> statement-breakpoint
CREATE INDEX `payment_check` ON `payment` (`check_at`) WHERE "payment"."check_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payment_disputed` ON `payment` (`purchased_at`) WHERE "payment"."dispute_state" = 'open';--> statement-breakpoint
CREATE INDEX `payment_unannounced` ON `payment` (`updated_at`) WHERE "payment"."is_announced" = 0;--> statement-breakpoint
CREATE INDEX `payment_unmailed` ON `payment` (`updated_at`) WHERE "payment"."mail_error" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `payment_claim` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`is_reversal` integer DEFAULT false NOT NULL,
	`is_acknowledged` integer DEFAULT false NOT NULL,
	`is_undone` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payment`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `payment_claim_payment` ON `payment_claim` (`payment_id`);--> statement-breakpoint
CREATE TABLE `delivery` (
	`id` text PRIMARY KEY NOT NULL,
	`print_id` text NOT NULL,
	`attempt_id` text NOT NULL,
	`user_id` text NOT NULL,
	`address_id` text,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`sent` text DEFAULT '[]' NOT NULL,
	`is_unsure` integer DEFAULT false NOT NULL,
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
CREATE INDEX `delivery_under_way` ON `delivery` (`user_id`,`retry_at`) WHERE "delivery"."retry_at" IS NOT NULL;--> statement-breakpoint
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
CREATE TABLE `destination` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`formats` text NOT NULL,
	`max_length_in` real NOT NULL,
	`dpi` integer NOT NULL,
	`mirror` integer NOT NULL,
	`white` text NOT NULL,
	`contour` text NOT NULL,
	`file_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "destination_bounds" CHECK("destination"."max_length_in" BETWEEN 4 AND 240 AND "destination"."dpi" BETWEEN 72 AND 600)
);
--> statement-breakpoint
CREATE INDEX `destination_created` ON `destination` (`user_id`,`created_at`);--> statement-breakpoint
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
CREATE TABLE `integration` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`keys` text DEFAULT '[]' NOT NULL,
	`shop_id` text,
	`former_shop_id` text,
	`shop_name` text,
	`tokens_encrypted` text,
	`token_version` integer DEFAULT 0 NOT NULL,
	`token_lease_until` integer,
	`last_sync_at` integer,
	`sync_state` text DEFAULT 'idle' NOT NULL,
	`sync_message` text,
	`sync_run_id` text,
	`synced_until_s` integer DEFAULT 0 NOT NULL,
	`sync_cursor_s` integer DEFAULT 0 NOT NULL,
	`sync_offset` integer DEFAULT 0 NOT NULL,
	`sync_done` integer DEFAULT 0 NOT NULL,
	`sync_total` integer DEFAULT 0 NOT NULL,
	`next_sync_at` integer DEFAULT 0 NOT NULL,
	`sync_failures` integer DEFAULT 0 NOT NULL,
	`scopes` text DEFAULT '' NOT NULL,
	`ships_pressed` integer DEFAULT false NOT NULL,
	`ships_within_days` integer,
	`sync_place` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `integration_user` ON `integration` (`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `integration_shop` ON `integration` (`type`,`shop_id`);--> statement-breakpoint
CREATE INDEX `integration_former_shop` ON `integration` (`type`,`former_shop_id`) WHERE "integration"."former_shop_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `integration_due` ON `integration` (`next_sync_at`) WHERE "integration"."tokens_encrypted" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `doomed_object` (
	`key` text PRIMARY KEY NOT NULL,
	`retry_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `doomed_object_created` ON `doomed_object` (`created_at`);--> statement-breakpoint
CREATE TABLE `sweep_cursor` (
	`name` text PRIMARY KEY NOT NULL,
	`after_key` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vendor_error` (
	`vendor` text NOT NULL,
	`code` text NOT NULL,
	`hour_start` integer NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL,
	`last_text` text NOT NULL,
	`last_request_id` text,
	PRIMARY KEY(`vendor`, `code`, `hour_start`),
	CONSTRAINT "vendor_error_vendor" CHECK(vendor IN ('Cloudflare', 'Etsy', 'Shopify', 'PayPal', 'Turnstile', 'Mail'))
);
--> statement-breakpoint
CREATE INDEX `vendor_error_hour` ON `vendor_error` (`hour_start`);--> statement-breakpoint
CREATE TABLE `forgotten_order` (
	`integration_id` text NOT NULL,
	`vendor_order_id` text NOT NULL,
	`number` text,
	`ordered_at` integer,
	PRIMARY KEY(`integration_id`, `vendor_order_id`),
	FOREIGN KEY (`integration_id`) REFERENCES `integration`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
CREATE TABLE `order` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`integration_id` text NOT NULL,
	`vendor_order_id` text NOT NULL,
	`number` text,
	`buyer_name` text NOT NULL,
	`buyer_email` text NOT NULL,
	`buyer_phone` text NOT NULL,
	`buyer_address` text NOT NULL,
	`buyer_country` text NOT NULL,
	`total_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`is_cancelled` integer DEFAULT false NOT NULL,
	`vendor_updated_at` integer DEFAULT 0 NOT NULL,
	`ordered_at` integer NOT NULL,
	`ship_by` integer,
	`is_ship_by_ours` integer DEFAULT false NOT NULL,
	`changes` text DEFAULT '[]' NOT NULL,
	`changes_seen_at` integer,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`pressed_at` integer,
	`shipped_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`integration_id`) REFERENCES `integration`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "order_status_known" CHECK(status IN ('Pending', 'In Draft', 'Partially Completed', 'Completed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_vendor` ON `order` (`integration_id`,`vendor_order_id`);--> statement-breakpoint
CREATE INDEX `order_number` ON `order` (`integration_id`,`number`) WHERE "order"."number" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `order_created` ON `order` (`user_id`,`ordered_at`);--> statement-breakpoint
CREATE INDEX `order_status` ON `order` (`user_id`,`status`,`ordered_at`);--> statement-breakpoint
CREATE INDEX `order_integration` ON `order` (`user_id`,`integration_id`,`ordered_at`);--> statement-breakpoint
CREATE INDEX `order_total` ON `order` (`user_id`,`total_cents`);--> statement-breakpoint
CREATE INDEX `order_buyer` ON `order` (`user_id`,"buyer_name" COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `order_ship_by` ON `order` (`user_id`,`ship_by`);--> statement-breakpoint
CREATE INDEX `order_to_ship` ON `order` (`user_id`,`ordered_at`) WHERE "order"."pressed_at" IS NOT NULL AND "order"."shipped_at" IS NULL;--> statement-breakpoint
CREATE TABLE `order_item` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`user_id` text NOT NULL,
	`vendor_item_id` text NOT NULL,
	`listing_id` text,
	`title` text NOT NULL,
	`sku` text NOT NULL,
	`size` text NOT NULL,
	`variation` text DEFAULT '' NOT NULL,
	`personalisation` text NOT NULL,
	`answers` text DEFAULT '[]' NOT NULL,
	`own_personalisation` text,
	`reading` text DEFAULT 'none' NOT NULL,
	`read_from` text DEFAULT '' NOT NULL,
	`own_values` text,
	`rule_key` text GENERATED ALWAYS AS (CASE WHEN sku_key LIKE 'sku:%' OR sku_key LIKE 'listing:%' OR sku_key LIKE 'title:%' THEN 'sku:' || sku_key WHEN sku_key <> '' THEN sku_key WHEN listing_id IS NOT NULL THEN 'listing:' || listing_id ELSE 'title:' || lower(trim(title)) END) VIRTUAL,
	`own_image_id` text,
	`own_size_id` text,
	`mockup_url` text,
	`quantity` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`is_cancelled` integer DEFAULT false NOT NULL,
	`changes` text DEFAULT '[]' NOT NULL,
	`sku_key` text DEFAULT '' NOT NULL,
	`sku_base_key` text DEFAULT '' NOT NULL,
	`sku_suffix_key` text DEFAULT '' NOT NULL,
	`sku_suffix_in` real,
	`is_sku_suffix_bare` integer DEFAULT false NOT NULL,
	`size_key` text DEFAULT '' NOT NULL,
	`size_in` real,
	`image_choice_key` text DEFAULT '' NOT NULL,
	`size_choice_key` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `order`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`own_image_id`) REFERENCES `image`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`own_size_id`) REFERENCES `size`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "order_item_quantity" CHECK("order_item"."quantity" >= 1),
	CONSTRAINT "order_item_status" CHECK(status IN ('Pending', 'In Draft', 'Completed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_item_vendor` ON `order_item` (`order_id`,`vendor_item_id`);--> statement-breakpoint
CREATE INDEX `order_item_sku` ON `order_item` (`user_id`,`sku`);--> statement-breakpoint
CREATE INDEX `order_item_image_choice` ON `order_item` (`user_id`,`image_choice_key`);--> statement-breakpoint
CREATE INDEX `order_item_size_choice` ON `order_item` (`user_id`,`size_choice_key`);--> statement-breakpoint
CREATE INDEX `order_item_rule` ON `order_item` (`user_id`,`rule_key`);--> statement-breakpoint
CREATE INDEX `order_item_own_image` ON `order_item` (`own_image_id`) WHERE "order_item"."own_image_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `order_item_own_size` ON `order_item` (`own_size_id`) WHERE "order_item"."own_size_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `redacted_order` (
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`vendor_order_id` text NOT NULL,
	`number` text,
	`ordered_at` integer,
	`redacted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `type`, `vendor_order_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `redacted_order_number` ON `redacted_order` (`user_id`,`number`) WHERE "redacted_order"."number" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `shipment` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`order_id` text NOT NULL,
	`carrier` text NOT NULL,
	`tracking_number` text NOT NULL,
	`state` text NOT NULL,
	`failure_message` text,
	`is_again` integer DEFAULT false NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`retry_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `order`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "shipment_state" CHECK(state IN ('noted', 'waiting', 'sending', 'sent', 'failed', 'unsure'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shipment_order` ON `shipment` (`order_id`);--> statement-breakpoint
CREATE INDEX `shipment_user` ON `shipment` (`user_id`,`state`);--> statement-breakpoint
CREATE INDEX `shipment_due` ON `shipment` (`retry_at`) WHERE "shipment"."retry_at" IS NOT NULL;--> statement-breakpoint
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
	`search_effort` text,
	`agreed_film_in` real,
	`packing` text DEFAULT 'tightest' NOT NULL,
	`formats` text DEFAULT '["png"]' NOT NULL,
	`white` text,
	`contour` text,
	`file_name` text,
	`failure_message` text,
	`prices` text,
	`cost` text,
	`boxes_film_in` real,
	`ink_sq_in` real,
	`retry_at` integer,
	`mail_error` text,
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
CREATE INDEX `attempt_film` ON `attempt` (`user_id`,`state`,`updated_at`);--> statement-breakpoint
CREATE INDEX `attempt_unsettled` ON `attempt` (`updated_at`) WHERE "attempt"."is_hold_settled" = 0 OR "attempt"."is_announced" = 0;--> statement-breakpoint
CREATE INDEX `attempt_unmailed` ON `attempt` (`updated_at`) WHERE "attempt"."mail_error" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `attempt_stamp` (
	`attempt_id` text NOT NULL,
	`stamp_key` text NOT NULL,
	`image_id` text NOT NULL,
	`image_name` text NOT NULL,
	`source_key` text NOT NULL,
	`kind` text NOT NULL,
	`width_px` integer NOT NULL,
	`height_px` integer NOT NULL,
	`rotated` integer NOT NULL,
	`half_turned` integer DEFAULT false NOT NULL,
	`mirror` integer NOT NULL,
	`overlay_key` text,
	`base_box` text,
	`grid_width_px` integer,
	`grid_height_px` integer,
	`trim_x` integer NOT NULL,
	`trim_y` integer NOT NULL,
	`trim_width` integer NOT NULL,
	`trim_height` integer NOT NULL,
	`is_done` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`attempt_id`, `stamp_key`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempt`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "attempt_stamp_kind" CHECK(kind IN ('png', 'jpeg', 'svg'))
);
--> statement-breakpoint
CREATE INDEX `attempt_stamp_key` ON `attempt_stamp` (`stamp_key`);--> statement-breakpoint
CREATE INDEX `attempt_stamp_source` ON `attempt_stamp` (`source_key`);--> statement-breakpoint
CREATE INDEX `attempt_stamp_overlay` ON `attempt_stamp` (`overlay_key`) WHERE "attempt_stamp"."overlay_key" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `manifest_tick` (
	`print_id` text NOT NULL,
	`item_id` text NOT NULL,
	`copy` integer NOT NULL,
	`done_at` integer NOT NULL,
	PRIMARY KEY(`print_id`, `item_id`, `copy`),
	FOREIGN KEY (`print_id`) REFERENCES `print`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`item_id`) REFERENCES `print_item`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `print` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`source` text,
	`status` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`code` text GENERATED ALWAYS AS (substr(id, -10)) VIRTUAL,
	`labels` integer,
	`trashed_at` integer,
	`attempt_id` text,
	`attempt_number` integer DEFAULT 0 NOT NULL,
	`sheet_template_id` text,
	`failure_message` text,
	`request_key` text,
	`item_count` integer DEFAULT 0 NOT NULL,
	`copies` integer DEFAULT 0 NOT NULL,
	`printed_at` integer,
	`shop_printed_at` integer,
	`remake_of` text,
	`remake_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sheet_template_id`) REFERENCES `sheet_template`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`remake_of`) REFERENCES `print`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "print_status_known" CHECK(status IN ('In Draft', 'Processing', 'Completed', 'Deleted', 'Cancelled')),
	CONSTRAINT "print_type_known" CHECK(type IN ('Manual', 'Etsy')),
	CONSTRAINT "print_processing" CHECK("print"."status" <> 'Processing' OR "print"."attempt_id" IS NOT NULL),
	CONSTRAINT "print_completed" CHECK("print"."status" <> 'Completed' OR "print"."printed_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE INDEX `print_created` ON `print` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `print_printed` ON `print` (`user_id`,`printed_at`,`id`);--> statement-breakpoint
CREATE INDEX `print_status` ON `print` (`user_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `print_type` ON `print` (`user_id`,`type`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `print_id` ON `print` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `print_name` ON `print` (`user_id`,"name" COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `print_code` ON `print` (`user_id`,`code`);--> statement-breakpoint
CREATE INDEX `print_trashed` ON `print` (`trashed_at`) WHERE "print"."trashed_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `print_retention` ON `print` (`printed_at`) WHERE "print"."status" = 'Completed';--> statement-breakpoint
CREATE UNIQUE INDEX `print_request_key` ON `print` (`user_id`,`request_key`);--> statement-breakpoint
CREATE INDEX `print_remake_of` ON `print` (`remake_of`) WHERE "print"."remake_of" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `print_item` (
	`id` text PRIMARY KEY NOT NULL,
	`print_id` text NOT NULL,
	`image_id` text,
	`was_image_deleted` integer DEFAULT false NOT NULL,
	`size_id` text,
	`was_size_deleted` integer DEFAULT false NOT NULL,
	`order_item_id` text,
	`field_values` text DEFAULT '{}' NOT NULL,
	`had_no_fields` integer,
	`is_ordered` integer DEFAULT false NOT NULL,
	`buyer_order` text,
	`printed_at` integer,
	`cost_cents` integer,
	`quantity` integer NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`print_id`) REFERENCES `print`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`image_id`) REFERENCES `image`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`size_id`) REFERENCES `size`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`order_item_id`) REFERENCES `order_item`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "print_item_quantity" CHECK("print_item"."quantity" BETWEEN 1 AND 5000)
);
--> statement-breakpoint
CREATE INDEX `print_item_print` ON `print_item` (`print_id`,`position`,`quantity`);--> statement-breakpoint
CREATE INDEX `print_item_image` ON `print_item` (`image_id`,`print_id`);--> statement-breakpoint
CREATE INDEX `print_item_size` ON `print_item` (`size_id`);--> statement-breakpoint
CREATE INDEX `print_item_order_item` ON `print_item` (`order_item_id`);--> statement-breakpoint
CREATE INDEX `print_item_buyer_order` ON `print_item` (`buyer_order`) WHERE "print_item"."buyer_order" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `print_item_same` ON `print_item` (`print_id`,`image_id`,`size_id`,`field_values`) WHERE "print_item"."is_ordered" = 0 AND "print_item"."image_id" IS NOT NULL AND "print_item"."size_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `print_layout` (
	`print_id` text PRIMARY KEY NOT NULL,
	`sheet_template_id` text NOT NULL,
	`packing` text NOT NULL,
	`digest` text NOT NULL,
	`sheets` text NOT NULL,
	`length_in` real NOT NULL,
	`boxes_length_in` real NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`print_id`) REFERENCES `print`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sheet_template_id`) REFERENCES `sheet_template`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
	`files` text,
	`contour_length_in` real,
	`writing_id` text,
	`preview_key` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`attempt_id`, `sheet_index`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempt`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`writing_id`) REFERENCES `writing`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sheet_state_known" CHECK(state IN ('waiting', 'written', 'deleted')),
	CONSTRAINT "sheet_written" CHECK("sheet"."state" <> 'written' OR ("sheet"."bytes" > 0 AND "sheet"."checksum" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sheet_token` ON `sheet` (`token`);--> statement-breakpoint
CREATE INDEX `sheet_writing` ON `sheet` (`writing_id`) WHERE "sheet"."writing_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `sheet_part` (
	`attempt_id` text NOT NULL,
	`sheet_index` integer NOT NULL,
	`part` integer NOT NULL,
	`placements` text NOT NULL,
	PRIMARY KEY(`attempt_id`, `sheet_index`, `part`),
	FOREIGN KEY (`attempt_id`,`sheet_index`) REFERENCES `sheet`(`attempt_id`,`sheet_index`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
	`use_holes` integer DEFAULT false NOT NULL,
	`packing` text DEFAULT 'tightest' NOT NULL,
	`destination_id` text,
	`is_default` integer NOT NULL,
	`prices` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sheet_template_bounds" CHECK("sheet_template"."width_in" BETWEEN 4 AND 60 AND "sheet_template"."max_length_in" BETWEEN 4 AND 240 AND "sheet_template"."edge_in" BETWEEN 0 AND 4 AND "sheet_template"."gap_in" BETWEEN 0 AND 4 AND "sheet_template"."dpi" BETWEEN 72 AND 600)
);
--> statement-breakpoint
CREATE INDEX `sheet_template_created` ON `sheet_template` (`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `sheet_template_default` ON `sheet_template` (`user_id`) WHERE "sheet_template"."is_default" = 1;--> statement-breakpoint
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
CREATE TABLE `printed_film` (
	`attempt_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`print_id` text NOT NULL,
	`printed_at` integer NOT NULL,
	`day` text NOT NULL,
	`copies` integer NOT NULL,
	`orders` integer NOT NULL,
	`credits` integer NOT NULL,
	`film_in` real NOT NULL,
	`boxes_film_in` real NOT NULL,
	`film_sq_in` real NOT NULL,
	`ink_sq_in` real NOT NULL,
	`currency` text NOT NULL,
	`film_cents` integer NOT NULL,
	`ink_cents` integer NOT NULL,
	`credit_cents` integer NOT NULL,
	`cost_cents` integer NOT NULL,
	`saved_cents` integer NOT NULL,
	`remake_reason` text,
	`parts` text NOT NULL,
	`is_counted` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `printed_film_day` ON `printed_film` (`user_id`,`day`);--> statement-breakpoint
CREATE TABLE `report_day` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`key` text NOT NULL,
	`currency` text NOT NULL,
	`name` text NOT NULL,
	`prints` integer NOT NULL,
	`copies` integer NOT NULL,
	`orders` integer NOT NULL,
	`remakes` integer NOT NULL,
	`remade_copies` integer NOT NULL,
	`film_in` real NOT NULL,
	`boxes_film_in` real NOT NULL,
	`film_sq_in` real NOT NULL,
	`ink_sq_in` real NOT NULL,
	`credits` integer NOT NULL,
	`film_cents` integer NOT NULL,
	`ink_cents` integer NOT NULL,
	`credit_cents` integer NOT NULL,
	`cost_cents` integer NOT NULL,
	`saved_cents` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `day`, `key`, `currency`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `undo` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `undo_expires` ON `undo` (`expires_at`);--> statement-breakpoint
CREATE INDEX `undo_user` ON `undo` (`user_id`);--> statement-breakpoint
CREATE TABLE `undo_part` (
	`undo_id` text NOT NULL,
	`part` integer NOT NULL,
	`kind` text NOT NULL,
	`rows` text NOT NULL,
	PRIMARY KEY(`undo_id`, `part`),
	FOREIGN KEY (`undo_id`) REFERENCES `undo`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TRIGGER `print_item_added` AFTER INSERT ON `print_item` BEGIN
  UPDATE `print` SET `item_count` = `item_count` + 1, `copies` = `copies` + new.`quantity` WHERE `id` = new.`print_id`;
END;--> statement-breakpoint
CREATE TRIGGER `print_item_changed` AFTER UPDATE OF `quantity` ON `print_item` BEGIN
  UPDATE `print` SET `copies` = `copies` + new.`quantity` - old.`quantity` WHERE `id` = new.`print_id`;
END;--> statement-breakpoint
CREATE TRIGGER `print_item_removed` AFTER DELETE ON `print_item` BEGIN
  UPDATE `print` SET `item_count` = `item_count` - 1, `copies` = `copies` - old.`quantity` WHERE `id` = old.`print_id`;
END;
