-- Words are looked for by two characters at a time side by side: pairs that overlap find nothing more, and the index looks each up for every find.
create or replace function grams_wanted(word text) returns text[] language sql immutable parallel safe as $$
  select case when length(lower(word)) < 2 then array[lower(word)] else
    (select array_agg(distinct substr(lower(word), least(i, length(lower(word)) - 1), 2)) from generate_series(1, length(lower(word)), 2) i) end
$$;
