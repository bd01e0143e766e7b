-- Who no longer wants the list of first steps on the home page; the guide's own page always shows it.
alter table member add column guide_closed_at timestamptz;
