# The units that generators make, family by family.
