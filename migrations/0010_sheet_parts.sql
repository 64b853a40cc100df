CREATE TABLE `sheet_part` (
	`attempt_id` text NOT NULL,
	`sheet_index` integer NOT NULL,
	`part` integer NOT NULL,
	`placements` text NOT NULL,
	PRIMARY KEY(`attempt_id`, `sheet_index`, `part`),
	FOREIGN KEY (`attempt_id`,`sheet_index`) REFERENCES `sheet`(`attempt_id`,`sheet_index`) ON UPDATE no action ON DELETE cascade
);
