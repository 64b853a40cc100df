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
ALTER TABLE `payment` ADD `disputed_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payment` ADD `dispute_state` text;--> statement-breakpoint
ALTER TABLE `payment` ADD `refusal` text;--> statement-breakpoint
ALTER TABLE `payment` ADD `capture_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payment` ADD `capture_at` integer;--> statement-breakpoint
CREATE INDEX `payment_disputed` ON `payment` (`purchased_at`) WHERE "payment"."dispute_state" = 'open';