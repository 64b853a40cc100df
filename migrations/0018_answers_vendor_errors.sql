CREATE TABLE `vendor_error` (
	`vendor` text NOT NULL,
	`code` text NOT NULL,
	`hour_start` integer NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL,
	`last_text` text NOT NULL,
	`last_request_id` text,
	PRIMARY KEY(`vendor`, `code`, `hour_start`),
	CONSTRAINT "vendor_error_vendor" CHECK(vendor IN ('Cloudflare', 'Etsy', 'PayPal', 'Turnstile', 'Mail'))
);
--> statement-breakpoint
CREATE INDEX `vendor_error_hour` ON `vendor_error` (`hour_start`);--> statement-breakpoint
ALTER TABLE `order_item` ADD `answers` text DEFAULT '[]' NOT NULL;