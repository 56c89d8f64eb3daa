"""Folders of a person who has a home, and of one who has none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from model.checkpoints.sidecar import data_folder as of_answers
from model.common.hub_cache import cache_folder
from model.common.user_folders import data_folder, home
from viz_app.cli.shared.help import settings_files
from viz_app.engine.log import log_folder
from viz_app.platform.settings_store import usual_file, usual_folder

ALL = (data_folder, of_answers, cache_folder, log_folder, usual_file, usual_folder, lambda: settings_files()[0])


@pytest.mark.skipif(os.name == "nt", reason="Windows names each folder in the environment")
def test_every_folder_is_absolute_whoever_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HF_HOME", "HF_HUB_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert home() == tmp_path
    assert all(folder().is_relative_to(tmp_path) for folder in ALL)
    assert usual_folder().is_relative_to(data_folder())
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # a user whom the system does not know
    assert home() == Path("/")
    assert all(folder().is_absolute() for folder in ALL)
