"""Two runs side by side: their tokens aligned, their maps subtracted, their heads ranked by change. numpy only."""
