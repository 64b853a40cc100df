CREATE TABLE `search_section` (
	`attempt_id` text NOT NULL,
	`section` integer NOT NULL,
	`copies` text NOT NULL,
	`sheets` text,
	`is_done` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`attempt_id`, `section`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempt`(`id`) ON UPDATE no action ON DELETE cascade
);
