-- No print has been processed before this migration, so the table is empty and made anew.
DROP TABLE `attempt_stamp`;
--> statement-breakpoint
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
	`mirror` integer NOT NULL,
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
CREATE INDEX `attempt_stamp_key` ON `attempt_stamp` (`stamp_key`);
--> statement-breakpoint
CREATE INDEX `attempt_stamp_source` ON `attempt_stamp` (`source_key`);
--> statement-breakpoint
ALTER TABLE `image` ADD `upload_id` text;
