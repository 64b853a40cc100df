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
ALTER TABLE `attempt` ADD `search_effort` text;--> statement-breakpoint
ALTER TABLE `attempt` ADD `packing` text DEFAULT 'tightest' NOT NULL;--> statement-breakpoint
ALTER TABLE `order` ADD `ship_by` integer;--> statement-breakpoint
ALTER TABLE `sheet_template` ADD `packing` text DEFAULT 'tightest' NOT NULL;