"""What formats ask and answer in English, for the catalogue; what is not here is shown in English.

The engine has no Qt, so the window translates what a file's questions say. A test compares this with
the questions in ``model/``.
"""

from __future__ import annotations

from viz_app.engine.messages import translatable

QUESTIONS = (
    translatable("Questions", "How many heads?"),
    translatable("Questions", "How many heads in the decoder?"),
    translatable("Questions", "Which file holds the source vocabulary?"),
    translatable("Questions", "Which file holds the target vocabulary?"),
    translatable("Questions", "Was the training text lower-cased?"),
    translatable("Questions", "Which language is the source?"),
    translatable("Questions", "Which language is the target?"),
    translatable("Questions", "From which language?"),
    translatable("Questions", "Into which language?"),
    translatable("Questions", "Which words stand before every sentence?"),
    translatable("Questions", "What does target padding block?"),
    translatable("Questions", "Which version of the notebook?"),
    translatable("Questions", "When was the code copied?"),
    translatable("Questions", "Of which year is the notebook (its special tokens)?"),
    translatable("Questions", "How many positions are there?"),
    translatable("Questions", "How many positions (max_len)?"),
    translatable("Questions", "How many tokens may a sentence have? The network itself has no limit"),
    translatable("Questions", "Which activation?"),
    translatable("Questions", "Are norms before the sub-layers (norm_first)?"),
    translatable("Questions", "Are token vectors times √d_model?"),
    translatable("Questions", "What is added to the variance in norms?"),
    translatable("Questions", "Is the vocabulary head the target's table?"),
    translatable("Questions", "Do source and target share one table?"),
    translatable("Questions", "What is scaled where head and table are one?"),
    translatable("Questions", "Which table holds the source's tokens?"),
    translatable("Questions", "Which table holds the source's positions?"),
    translatable("Questions", "Do sources stand between <s> and </s>?"),
)
VALUES = (
    translatable("Questions", "since June 2023"),
    translatable("Questions", "December 2022 to June 2023"),
    translatable("Questions", "December 2021 to December 2022"),
    translatable("Questions", "until November 2021"),
    translatable("Questions", "one norm for a whole layer, until April 2020"),
    translatable("Questions", "a norm for each sub-layer"),
    translatable("Questions", "keys"),
    translatable("Questions", "queries"),
)
ORIGINS = (
    translatable("Questions", "as this family's code has it"),
    translatable("Questions", "your answer"),
    translatable("Questions", "nothing fits beside the file"),
    translatable("Questions", "in the file itself"),
    translatable("Questions", "no file tells it"),
    translatable("Questions", "typed by the user of this model"),
    translatable("Questions", "settings"),
)
KNOWN = frozenset((*QUESTIONS, *VALUES, *ORIGINS))
