CREATE TABLE `image_ink` (
	`image_id` text NOT NULL,
	`digest` text NOT NULL,
	`asked` text NOT NULL,
	`state` text NOT NULL,
	`failure_reason` text,
	`findings` text DEFAULT '[]' NOT NULL,
	`retry_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`image_id`, `digest`),
	FOREIGN KEY (`image_id`) REFERENCES `image`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "image_ink_state" CHECK(state IN ('waiting', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `image_ink_due` ON `image_ink` (`retry_at`) WHERE "image_ink"."retry_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `image` ADD `ink_digest` text;--> statement-breakpoint
ALTER TABLE `image` ADD `ink_marks` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `image` ADD `ink_accepted` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `image_marked` ON `image` (`user_id`) WHERE "image"."ink_marks" <> '[]';--> statement-breakpoint
ALTER TABLE `sheet_template` ADD `ink` text DEFAULT '{"minStrokeMm":0.3,"minGapMm":0.2,"minSpeckMm":0.5}' NOT NULL;