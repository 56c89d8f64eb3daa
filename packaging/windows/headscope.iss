; The Windows installer, for Inno Setup 6: iscc /DVersion=0.4.0 packaging\windows\headscope.iss
; It installs for the person alone, so nobody is asked for an administrator's password.
#ifndef Version
  #error Give the version: iscc /DVersion=...
#endif

[Setup]
AppId={{6E0B3A0B-5C3D-4C77-9B3B-9B0D4E6C2F51}
AppName=Headscope
AppVersion={#Version}
AppPublisher=The Headscope authors
DefaultDirName={autopf}\Headscope
DefaultGroupName=Headscope
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\build\bundle\icons\headscope.ico
UninstallDisplayIcon={app}\headscope.exe
OutputDir=..\..\build\bundle
OutputBaseFilename=Headscope-{#Version}-setup
Compression=lzma2
SolidCompression=yes
ChangesAssociations=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "ko"; MessagesFile: "compiler:Languages\Korean.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[Files]
Source: "..\..\build\bundle\headscope\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\Headscope"; Filename: "{app}\headscope.exe"
Name: "{autodesktop}\Headscope"; Filename: "{app}\headscope.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.headscope"; ValueType: string; ValueData: "Headscope.Session"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Headscope.Session"; ValueType: string; ValueData: "Headscope session"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Headscope.Session\DefaultIcon"; ValueType: string; ValueData: "{app}\headscope.exe,0"
Root: HKA; Subkey: "Software\Classes\Headscope.Session\shell\open\command"; ValueType: string; ValueData: """{app}\headscope.exe"" window --reuse ""%1"""
; Traces are plain .npz files of NumPy: "Open with" offers Headscope, nothing else is taken over.
Root: HKA; Subkey: "Software\Classes\.npz\OpenWithProgids"; ValueType: string; ValueName: "Headscope.Session"; ValueData: ""; Flags: uninsdeletevalue

[Run]
Filename: "{app}\headscope.exe"; Description: "{cm:LaunchProgram,Headscope}"; Flags: nowait postinstall skipifsilent
