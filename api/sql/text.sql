-- The LIKE pattern that finds a text anywhere in a normalized one; its own % _ and \ are plain characters.
create function containing(value text) returns text
  language sql immutable strict parallel safe
  return '%' || regexp_replace(normalize_text(value), '([\\%_])', '\\\1', 'g') || '%';
