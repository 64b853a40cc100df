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
CREATE INDEX `autopilot_run_print` ON `autopilot_run` (`print_id`);--> statement-breakpoint
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
) WITHOUT ROWID;
--> statement-breakpoint
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
CREATE TABLE `__new_vendor_error` (
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
INSERT INTO `__new_vendor_error`("vendor", "code", "hour_start", "count", "last_at", "last_text", "last_request_id") SELECT "vendor", "code", "hour_start", "count", "last_at", "last_text", "last_request_id" FROM `vendor_error`;--> statement-breakpoint
DROP TABLE `vendor_error`;--> statement-breakpoint
ALTER TABLE `__new_vendor_error` RENAME TO `vendor_error`;--> statement-breakpoint
CREATE INDEX `vendor_error_hour` ON `vendor_error` (`hour_start`);--> statement-breakpoint
ALTER TABLE `attempt` ADD `prices` text;--> statement-breakpoint
ALTER TABLE `attempt` ADD `cost` text;--> statement-breakpoint
ALTER TABLE `attempt` ADD `boxes_film_in` real;--> statement-breakpoint
ALTER TABLE `attempt` ADD `ink_sq_in` real;--> statement-breakpoint
ALTER TABLE `integration` ADD `scopes` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `ships_pressed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `sync_place` text;--> statement-breakpoint
ALTER TABLE `order` ADD `changes` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `order` ADD `changes_seen_at` integer;--> statement-breakpoint
ALTER TABLE `order` ADD `refunded_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `order` ADD `number` text;--> statement-breakpoint
CREATE INDEX `order_number` ON `order` (`integration_id`,`number`) WHERE "order"."number" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `order` ADD `pressed_at` integer;--> statement-breakpoint
ALTER TABLE `order` ADD `shipped_at` integer;--> statement-breakpoint
CREATE INDEX `order_to_ship` ON `order` (`user_id`,`ordered_at`) WHERE "order"."pressed_at" IS NOT NULL AND "order"."shipped_at" IS NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `is_cancelled` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `changes` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `print` ADD `source` text;--> statement-breakpoint
ALTER TABLE `print_item` ADD `cost_cents` integer;--> statement-breakpoint
ALTER TABLE `sheet_template` ADD `prices` text;--> statement-breakpoint
INSERT INTO `sweep_cursor` (`name`, `after_key`, `updated_at`) VALUES ('reports', '', 0) ON CONFLICT DO NOTHING;
