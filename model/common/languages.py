"""The languages of the interface: one row each, from which settings, menus, options and catalogues are made."""

#: Code of its catalogue in ``assets/translations`` → its name in its own words. Texts are written in English.
LANGUAGES = {"en": "English", "ko": "한국어", "ko+en": "한국어 + English terms"}
