"""A recorded run for display: means, rollout, words, columns set aside. numpy only, never torch."""
