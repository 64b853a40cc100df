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
ALTER TABLE `attempt` ADD `white` text;--> statement-breakpoint
ALTER TABLE `attempt` ADD `file_name` text;--> statement-breakpoint
ALTER TABLE `sheet_template` ADD `destination_id` text;